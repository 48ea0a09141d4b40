// Synonyms of the field: what else a product may say that answers a word of a query. They are asked for beside the word itself and
// count less than it. Each line is read from both sides at '=', and from the left alone at '>'. Looked up in the query, so that a
// change needs no new index.
import { singular, wordsOf } from '../words.rules.ts';

const english = `
chatbot = chat bot = bot = chat assistant = conversational ai
bot > assistant, copilot, agent, voiceagent
assistant = copilot
agent > assistant
chat > chatbot, dialog, conversation
conversation = dialog = dialogue
customersupport > support, ticket, reply
llm > generative, chat model
nlp > language, text
gpt > llm, chat
chatbot > chat, assistant
gpt = chatgpt
chatgpt > chatbot, openai
generative > generation
prompt > instruction, conversation
rlhf > preference, ranking, dpo
dpo > preference
sft > instruction, finetuning
alignment > preference
preference = comparison
finetuning > lora, adapter, training
lora = qlora
peft > lora, finetuning
train = training
distillation > quantizer
inference = serving
inference > generation
speed = faster = fast = accelerate = speedup
latency > fast
compress = quantization = quantizer = compression
prune > quantizer
4bit > int4, 4 bit
8bit > int8, 8 bit
rag > retrieval, documentsearch, citation
rag = knowledge base
documentsearch > document, search
reranker = rerank = reordering
embedding = vector
embedding > vectordatabase
vectordatabase > embedding, hnsw
pinecone > vectordatabase
faiss > vectordatabase, hnsw
elasticsearch > search
semanticsearch > semantic, search, vectordatabase
search = retrieval
ask = talk > question, chat
why = reason
why > explanation
decide = decision > explanation
collaborative > federated
smaller = shrink > quantizer, compress
follow = track > tracker, tracking
gateway = proxy = router
guardrail > moderation, redaction
moderation = toxicity = hate speech = abuse = nsfw
toxic = harmful = offensive > moderation
profanity > moderation
sentiment > opinion, survey
summarization = summary = summarize
translation = translator = translate
parallel corpus > sentence pair, translation
corpus > dataset, sentence pair
localization > translation, odometry
asr > transcription, speech, recognizer, dictation
transcription = transcript = transcribe = stt
stt > asr
transcription > asr
whisper > asr
dictation > asr
voice = speech
voice > speaker, call, phone
audio = sound
audio > speech, recording
tts > speech synthesis
speakerdiarization > speaker
meetingnote > meeting, note
meeting = call
minute > note
callcenter > call, phone, support
phone = telephone
telephony = phone
ivr > voiceagent, phone
subtitle = caption
video = footage
video > clip, frame
dashcam > street
fake > synthetic
leave > churn, leaving
speech > speaker, utterance, recording, conversation
picture = image = photo = photograph
ocr > document, scan, receipt
receipt = till receipt
invoice = bill
extract = extraction = parse = parser
extraction > parser
documentparsing > document, parser, layout
markdown > documentparsing
contract = agreement
contractreview > contract, clause
nda > contract
account payable > invoice
labor market = labour market > job
farmland > farm, field
seagull > harbor
noise = sound
position > odometry, pose
headline > bandit
table > parser, tabular
legal > contract, clause
email = mail = mailbox = e mail = inbox
spam > moderation, email
sort = triage = classify
survey = questionnaire = poll
topic = theme
pii > redaction, personal, name, anonymization
anonymization = redaction = masking = deidentification = pseudonymization = anonymize = redact
anonymization > pii, privacy
gdpr > pii, privacy
confidential > private
personal > pii
remove > redaction, cut
hide > redaction, masking
entityresolution > deduplication, duplicate
deduplication = duplicate = dedupe = dedup
etl > extraction, parser
labeling = annotation = labelling = labeled = annotated
annotate = annotation
ner > pii, entity
detection = detector = detect
recognition = recognizer = recognize
objectdetection > detector, yolo
yolo > objectdetection
detector > detection
segmentation > mask
mot > tracker, tracking
tracking = tracker
pose > keypoint, pose
gesture > hand
backgroundremoval > productphoto, cutout, cut
productphoto > product picture
photo editing > productphoto
ecommerce = online shop = web shop = online store = webshop = retail
ecommerce > shop, store, product
defectinspection > defect, inspection
surveillance > tracker, objectdetection
drone > tracker
selfdriving > street, lidar, dashcam, driving
adas > selfdriving
car = vehicle
lidar > pointcloud
pointcloud > lidar
depth > rgbd, rgb d
slam > odometry
robot = robotic = robotics
robotics > odometry, kalman, ros
gps > odometry, kalman
imu > kalman, odometry
satellite > field boundary, imagery
agriculture = farm = farming = crop
plant > crop, leaf
disease > disease
animal = wildlife
medical = clinical = healthcare
medical > patient
hospital > clinical, patient
forecasting = forecast = prediction = predict
forecasting > demand
demand = sale
sale > sales
demandforecast > demand forecasting
inventory > demand, stock
time sery > timeseries
timeseries > forecasting, hourly, daily
anomalydetection > anomaly, outlier, fault
outlier > anomaly, anomalydetection
frauddetection > fraud
payment > fraud
chargeback > fraud
aml > fraud
churnprediction > churn, leaving
churn > leaving
retention > churn
recommender = recommendation = recommend
recommendation engine > recommender
personalization > recommender, bandit
ranking > reranker
abtesting > bandit, uplift, experiment
experiment > bandit, optimizer
bandit > abtesting
uplift > causalinference
causalinference > causal, uplift
marketing > campaign, uplift
xai > shap, explanation
explain = explanation = explainability = interpretability = explainable
explanation > shap
shap > shapley
uncertainty > conformal, interval
confidence interval > conformal
hyperparameter > optimizer, bayesian
tuning > optimizer, finetuning
automl > optimizer, hyperparameter, boosting
xgboost > boosting
lightgbm > boosting
random forest > boosting, forest
decision tree > boosting, tree
tabular > boosting
federatedlearning > federated
differentialprivacy > privacy
differentialprivacy = dp
anonymous > anonymization
synthetic = simulated = generated = artificial
routeplanning > route, routing
logistic > route, parcel, delivery
tsp > routeplanning
vrp > routeplanning
delivery route > routeplanning
warehouse = parcel
package > parcel
knowledgegraph > graph
gnn > graph
node2vec > graph
predictivemaintenance > maintenance, vibration, bearing
iot > sensor, telemetry
scada > turbine
vibration = bearing
smartmeter > household, load, electricity
electricity = energy = power
energy > turbine, electricity
wind > turbine
renewable > turbine
weatherdata > weather
meteorological > weather
climate > weather
weather > meteorological
traffic > street
housing > household
job = vacancy
hr > job
recruiting > job
math = mathematics = maths
reasoning > math
code > programming
code review > pull request
programming > code
coding > code
sql > database
database > sql
tosql > sql, warehouse, query
private = privacy
statistic > report, count
personalize = personalization = personalized
spend = spending > budget
comment filter = content filter > moderation
genoa > epyc
milan > epyc
bi > tosql, warehouse
datawarehouse > warehouse
analytics > report
api > endpoint
onpremise > appliance, container, local
onpremise > offline
offline > local
local > offline
appliance > device
edge > device
server > node, machine
gpu > accelerator
hosting = hosted
vps > node
workstation > desktop
cluster > node
hopper > h100, h200
blackwell > b200, rtx 5090, rtx 5080
ampere > a100, a10, rtx 3090
ada > l40s, l4, rtx 4090
lovelace > ada
volta > v100
turing > rtx 2080
pascal > gtx 1080
cdna > mi300x
mi300 > mi300x
mi325 > mi325x
nvswitch > nvlink
infiniband = rdma
cuda > nvidia
rocm > amd
70b = 70 billion
a6000 > rtx a6000
graphics > gpu
accelerator > gpu
gbdt = gbm = gradient boosting
gbdt > boosting
vio > odometry
hpo > hyperparameter, optimizer
kws > wakeword
vad > voice activity
nlu > intent, language
idp > documentparsing, invoice
ehr = emr > clinical
icd > icd 10
gis > polygon, boundary
geospatial > polygon, boundary
osm > openstreetmap
vrp > routing
cvrp > routeplanning
uav > tracker
ltr > reranker
ctr > recommender
mmm > uplift, causalinference
knn > nearest neighbor, hnsw
ann > nearest neighbor, hnsw
hnsw > vectordatabase
bm25 > keyword
gcn > graph
gan > synthetic
arima > forecasting
lstm > forecasting
pca > embedding
lime > xai
ekf = ukf > kalman
tsdb > timeseries
etl > table, extraction
crm > customer
erp > invoice
csat > support
nps > survey
rpa > email, invoice
mlops > gateway, deployment
moe > mixture of expert
nerf > indoor, mesh
rl > bandit
reinforcement learning > bandit
few shot > finetuning
zero shot > embedding
prompt engineering > instruction
hallucination > citation
knowledge > document
trail camera = game camera = camera trap
camera trap > wildlife
receptionist = virtual receptionist > reception, phone
dispatch > routeplanning, route
jupyter > notebook
notebook > jupyter
propensity > uplift, churn
hardware > device, appliance
sensor > vibration, telemetry
shake > vibration
break > fault, maintenance
warn = warning = alert
count > counter
armed bandit > bandit
sure > uncertainty, confidence
expose = exposing > privacy
stats > statistics
bookkeeping = accounting > invoice, receipt
expense > receipt, invoice
purchase order > invoice
complaint > support, ticket
helpdesk > ticket, support
faq > support, question
knowledge base > article, document
ticket > support
chat widget > support
phishing > email
newsletter > email
calendar > meeting
minutes > meeting
interview > call, recording
podcast > audio, transcription
lecture > transcription, subtitle
movie > subtitle, video
dubbing > subtitle, translation
manual > document, translation
legal document > contract
paperwork > document
scan > ocr, document
handwriting > ocr
barcode > parcel, label
catalog = catalogue > product
sku > product
inventory > stock
price optimization > bandit, demand
churned > churn
loyalty > churn, customer
segment > uplift
campaign > uplift
ad > campaign
lead > customer
revenue > sales
retail sales > store
grocery > store, receipt
harvest > crop
field > farm
tractor > field
livestock > wildlife
forest > wildlife, boosting
ocean = sea = coastal > tide, harbor
bird > wildlife, harbor
boat = ship > harbor
port > harbor
rain = temperature = climate > weather
solar > irradiance, weather
battery > kalman
motor = engine > vibration
machine health > predictivemaintenance
factory = manufacturing = industrial > inspection, maintenance
conveyor > parcel
scratch = dent > defect
robot arm > bayesian
self localization > odometry
headset = ar = vr > odometry, gesture
sign language > gesture
hand tracking > gesture
indoor mapping > indoor, rgbd
room > indoor
city > urban, street
road > street
pedestrian > street
parking > street
elderly > wakeword
smart speaker > wakeword
voice command > wakeword
keyword > wakeword
pull request > code review
git > repository
developer = programmer > code
bug > code review
test generation > code
sql query > tosql
dashboard > chart, report
spreadsheet > csv, xlsx
data warehouse > warehouse
privacy budget > differentialprivacy
dp sgd > differentialprivacy
noise > privacy
multi party > federatedlearning
cross silo > federatedlearning
edge learning > federatedlearning
duplicate > linkage
crm cleaning > linkage
address matching > linkage
master data > linkage
merge > linkage
credit > fraud, payment
transaction > payment, fraud
bank > payment, fraud
insurance > claim, contract
token > tokens
llm api > inference, endpoint
openai > endpoint
api key > gateway
cost control > budget, gateway
rate limit > gateway
load balancing > gateway
cache > gateway
render = rendering
stable diffusion > imagegeneration, diffusion
diffusion > imagegeneration
gaming > geforce
consumer > geforce
jsonl > json
excel > xlsx, csv
doc = document
american > us
british > uk
navigation = positioning > odometry, routing
sharing data > federatedlearning
site > field
salary = wage = pay > job
job ad > job posting, posting
people counting = crowd counting > mot
react = respond
sso > single sign on, saml
notetaker = note taker > meetingnote
incrementality > uplift
slot filling > intent, dialog
scene > scan, street
medication = drug > clinical, medicine
reason code > xai
auditor = audit > deterministic, explanation
reproducible > deterministic, seed
insult > moderation
chat filter = profanity filter > moderation
customer list > linkage
quit > churn
understanding > recognition
word document > docx
subscriber > customer
attrition > churnprediction
natural language bi = conversational analytics = self service analytics > tosql
trust and safety > moderation
comment > moderation
sensorfusion > kalman, odometry
uav > odometry, kalman, tracker
drone > odometry, kalman
hidden > redaction, masking
incoming > new
department > owner, topic
pick = choose = select
banner > headline, bandit
cate > causalinference
moe = mixture of expert = mixture expert
serving > vllm, sglang
pos > point of sale, sales, receipt
ad = advert = advertisement = advertising > campaign
memory use = memory usage = memory footprint = less memory = save memory > quantizer
without retraining = post training > quantizer
not hosted = not cloud = not saas = no saas > onpremise
50 series > 5090, 5080, 5070
40 series > 4090, 4080, 4070, 4060
30 series > 3090, 3080, 3070
20 series > 2080
10 series > 1080
powerpoint > pptx
office > docx
xray > radiology
`;

/** German and French words, folded as texts are: without accents, and 'ß' as 'ss'. */
const german = `
sprachmodell = sprachmodelle > llm, language model
ki > ai
ki modell > llm
spracherkennung > asr
spracherkenner > asr
diktat > dictation, asr
sprachausgabe = sprachsynthese > tts
sprachassistent > voiceagent
stimme > voice
sprache > language, speech
anruf = anrufe = telefonat = telefonate > call, phone
telefon > phone
ubersetzung = ubersetzungen = ubersetzen = ubersetzer > translation
untertitel > subtitle
zusammenfassung = zusammenfassen > summary
besprechung = besprechungen = sitzung > meeting
protokoll = protokolle > meetingnote
besprechungsprotokoll > meetingnote
rechnung = rechnungen > invoice
rechnungserkennung > invoice
auslesen = extrahieren > extraction
beleg = belege = quittung = quittungen = kassenbon = kassenbons > receipt
vertrag = vertrage = vertragen > contract
vertragsprufung > contractreview
dokument = dokumente = dokumenten = unterlage = unterlagen > document
texterkennung = schrifterkennung > ocr
daten > data
bild = bilder = bildern = foto = fotos = aufnahme = aufnahmen > picture
bilderkennung = bildverarbeitung > objectdetection, vision
objekterkennung > objectdetection
gesichtserkennung > facerecognition
objektverfolgung > mot
bilderzeugung = bildgenerierung > imagegeneration
hintergrund entfernen = freistellen > backgroundremoval
produktfoto = produktfotos = produktbild = produktbilder > productphoto
qualitatskontrolle = sichtprufung = fehlererkennung > defectinspection
autonomes fahren = selbstfahrend > selfdriving
strasse = strassen = strassenszenen = verkehr > street
fahrzeug = fahrzeuge = auto = autos > vehicle
landwirtschaft = acker > agriculture, farm
pflanze = pflanzen > crop, leaf
krankheit = krankheiten = pflanzenkrankheit = pflanzenkrankheiten > disease
tier = tiere = wildtiere > wildlife
wetter = wetterdaten > weather
strom = stromverbrauch > electricity, smartmeter
haushalt = haushalte > household
wind = windkraft = windrad = windrader > turbine, wind
wartung = vorausschauende wartung > predictivemaintenance
schwingung = schwingungen > vibration
vorhersage = vorhersagen = prognose = prognosen > forecasting
nachfrage = bedarf = absatz = absatzprognose > demand
umsatz = verkauf = verkaufe > sales
zeitreihe = zeitreihen > timeseries
anomalie = anomalien = anomalieerkennung > anomalydetection
betrug = betrugserkennung > frauddetection
empfehlung = empfehlungen = empfehlungssystem = empfehlungssysteme > recommender
kundenabwanderung = abwanderung = kundigung = kundigungen > churnprediction
kundenservice = kundendienst = kundensupport > customersupport
kunde = kunden > customer
dialog = dialoge = gesprach = gesprache > dialog
umfrage = umfragen > survey
antwort = antworten > answer
frage = fragen > question
stellenanzeige = stellenanzeigen > job
anonymisierung = anonymisieren = schwarzen > anonymization
datenschutz > privacy, pii
moderation = inhaltsmoderation > moderation
suche = suchmaschine > search
vektordatenbank > vectordatabase
datenbank = datenbanken > database
routenplanung = tourenplanung > routeplanning
paket = pakete > parcel
grafikkarte = grafikkarten > gpu
grafikspeicher > vram
prozessor > cpu
rechenleistung = rechenzeit > compute
speicher > memory
feinabstimmung = nachtrainieren > finetuning
trainieren > training
quantisierung > quantizer
einbettung = einbettungen > embedding
erklarbarkeit = erklarung > xai
entscheidungsbaum = entscheidungsbaume > tree
medizin = medizinisch = arztbrief = arztbriefe = patient = patienten > clinical
hand = handgeste = handgesten = geste = gesten > gesture
aktivierungswort > wakeword
lidar = punktwolke = punktwolken > pointcloud
satz = satze = satzpaare > sentence
deutsch = deutsche = deutscher > german
englisch = englische > english
franzosisch = franzosische > french
spanisch = spanische > spanish
koreanisch = koreanische > korean
offline = ohne internet > offline
beschriftung = annotierung > annotation, labeling
maschinelles lernen > ml
foderiertes lernen > federatedlearning
eigener server = eigene hardware > onpremise
assistent = assistenten > assistant
anlage = anlagen > machine
erkennung = erkennen > recognition, detection
quellcode = quelltext > code
prufen = prufung = uberprufung > review
synthetisch = synthetische > synthetic
gezeiten = ebbe > tide
hafen > harbor
gerausch = gerausche = klang = ton = tone > sound
aufzeichnung = aufzeichnungen = audioaufnahmen > recording
musik > music
video = videos > video
stellen = jobangebote = arbeitsmarkt > job
mathematik = matheaufgaben > math
aufgabe = aufgaben > problem
losung = losungen > solution
laden = geschaft = filiale = filialen > store
handel = einzelhandel > retail, store
onlineshop = webshop = internetladen > store, shop
produkt = produkte = artikel > product
eigenschaft = eigenschaften = merkmal = merkmale > attribute
feld = felder = flurstucke > field
blatt = blatter = blattkrankheiten > leaf
ernte > crop
wald > wildlife
kamera = kameras > camera
wildkamera = wildkameras = kamerafalle = kamerafallen > camera trap
roboter = robotik > robot
bewegung > motion
ortung = lokalisierung > odometry
innenraum = innenraume = raum = raume > indoor, room
tiefe = tiefenbilder > depth
maschine = maschinen > machine
lager > bearing, warehouse
lagerschaden > bearing
turbine = turbinen = windenergie = windpark > turbine
energie > energy, electricity
zahler = stromzahler > smartmeter
zahlung = zahlungen > payment
betrugsschutz > frauddetection
bewertung > scoring, ranking
versicherung > insurance
patientenakte = krankenakte = klinisch = klinische = krankenhaus > clinical
notiz = notizen > note
arzt > clinical
brief = briefe > letter
posteingang = postfach = mails > email
sortieren = sortierung = einordnen > sorting
umfrageauswertung = freitext > survey
ablehnung > churn
erklaren > explanation
vorhersagen > forecasting
unsicherheit = konfidenz > uncertainty
optimierung = optimieren > optimizer
versuch = versuche = experiment = experimente > experiment
entscheidung = entscheidungen > decision
empfehlen > recommender
graph = graphen > graph
netz = netzwerk = netzwerke > network
foderiert = foderierte = verteiltes lernen > federatedlearning
dubletten = duplikate = abgleich = datenabgleich > entityresolution
adresse = adressen = adressabgleich > address
name = namen > name
schlussel > key
zugang > access
stunde = stunden > hour
rechner = computer = server > server
rechenknoten > node
cluster > node
inferenz > inference
sprachmodelle betreiben > inference
quantisieren = komprimieren > quantizer
beschleunigen = schneller > speed
bildgenerator > imagegeneration
reden = sprechen = sprecher = sprechererkennung = sprechertrennung > speaker
wer spricht = wer spricht wann > speakerdiarization
telefonassistent = anrufbeantworter > voiceagent
telefonzentrale = rezeption > reception
befehl = befehle = sprachbefehle > command
weckwort = weckworter > wakeword
transkription = transkribieren = verschriften > transcription
mitschrift = mitschriften > meetingnote
diktieren > dictation
formular = formulare > form
begehung = inspektion = kontrolle > inspection
vertragsklauseln = klausel = klauseln > clause
anwalt = rechtlich = recht > contract
ubersetzungsdienst > translation
text = texte > text
wissen = wissensdatenbank > rag
fragen beantworten > question answering
zitat = quelle = quellen > citation
einbetten > embedding
schnittstelle = schnittstellen > api
ausgaben = kosten = budget > budget
datenschutzkonform = dsgvo > privacy, pii
lokal = vor ort = inhouse > onpremise
abonnement = abo > month
quelloffen > open source
gerat = gerate > device
rechenzentrum > facility
personenbezogen > personal, pii
sensor = sensoren > sensor
lieferung = lieferungen > delivery
karte = karten > map
analyse = auswertung = auswerten > analysis, review
oberflache = oberflachen > surface
oberflachenfehler = fertigungsfehler > defectinspection, defect
`;

const french = `
modele de langage = modele de langue = modeles de langage > llm
ia > ai
modele = modeles > model
reconnaissance vocale = reconnaissance de la parole = reconnaissance automatique de la parole > asr
synthese vocale > tts
dictee > dictation, asr
assistant vocal = agent vocal = robot vocal > voiceagent
voix > voice
parole > speech
appel = appels = telephonique > call, phone
telephone > phone
traduction = traductions = traduire = traducteur > translation
sous titre = sous titres = sous titrage > subtitle
resume = resumer > summary
reunion = reunions > meeting
compte rendu = compte rendus = proces verbal > meetingnote
facture = factures > invoice
extraire > extraction
recu = recus = ticket de caisse = tickets de caisse > receipt
contrat = contrats > contract
document = documents > document
reconnaissance de texte = reconnaissance de caracteres > ocr
donnee = donnees > data
image = images = photos > picture
detection d objets = detection d objet > objectdetection
reconnaissance faciale = reconnaissance de visages > facerecognition
suivi d objets > mot
generation d images = generation d image > imagegeneration
suppression de fond = supprimer le fond = detourage > backgroundremoval
photo de produit = photos de produits > productphoto
controle qualite = inspection visuelle > defectinspection
conduite autonome = voiture autonome = vehicule autonome > selfdriving
rue = rues > street
vehicule = vehicules = voiture = voitures > vehicle
agriculture = agricole > farm
plante = plantes > crop, leaf
maladie = maladies > disease
animaux = faune > wildlife
meteo = donnees meteo = meteorologique = meteorologiques > weather
electricite = consommation electrique = compteur > electricity, smartmeter
foyer = foyers = menage = menages > household
eolien = eolienne = eoliennes > turbine
maintenance predictive = maintenance preventive > predictivemaintenance
vibrations = vibration > vibration
prevision = previsions = prediction > forecasting
demande > demand
vente = ventes > sales
serie temporelle = series temporelles > timeseries
detection d anomalies = detection d anomalie = anomalie = anomalies > anomalydetection
fraude = detection de fraude > frauddetection
recommandation = recommandations = moteur de recommandation > recommender
attrition = resiliation > churnprediction
service client = support client = assistance client > customersupport
client = clients > customer
dialogue = dialogues = conversation > dialog
sondage = enquete = enquetes > survey
reponse = reponses > answer
offre d emploi = offres d emploi > job
anonymisation = anonymiser > anonymization
donnees personnelles = vie privee > pii, privacy
moderation de contenu > moderation
recherche = moteur de recherche > search
recherche semantique > semanticsearch
base de donnees = base vectorielle = base de donnees vectorielle > vectordatabase
tournee = tournees = itineraire = itineraires > routeplanning
colis > parcel
carte graphique = cartes graphiques > gpu
memoire > memory
processeur > cpu
calcul > compute
ajustement fin = affinage > finetuning
entrainement = entrainer > training
quantification > quantizer
plongement = plongements > embedding
explicabilite = explication = explications > xai
arbre = arbres > tree
medical = medicale = patient = patients > clinical
geste = gestes > gesture
mot d activation = mot cle vocal > wakeword
nuage de points = nuages de points > pointcloud
phrase = phrases > sentence
allemand = allemande > german
anglais = anglaise > english
francais = francaise > french
espagnol = espagnole > spanish
coreen = coreenne > korean
hors ligne = sans internet > offline
livraison = livraisons > delivery
capteur = capteurs > sensor
bruit = bruits = son = sons > sound
carte = cartes > map
apprentissage federe > federatedlearning
apprentissage automatique > ml
annotation = etiquetage > annotation, labeling
sur site = auto heberge > onpremise
logiciel > software
maree = marees > tide
port = portuaire > harbor
synthetique > synthetic
simule = simulee > simulated
enregistrement = enregistrements > recording
musique > music
emploi = emplois = travail > job
mathematiques = maths > math
exercice = exercices = probleme = problemes > problem
magasin = magasins = boutique = boutiques = commerce = detail > store
boutique en ligne = commerce en ligne > store, shop
produit = produits = article = articles > product
attribut = attributs > attribute
champ = champs = parcelle = parcelles > field
feuille = feuilles > leaf
culture = cultures = recolte > crop
animal = faune sauvage > wildlife
camera = cameras > camera
piege photographique = pieges photographiques > camera trap
robot = robotique > robot
mouvement > motion
localisation > odometry
interieur = piece = pieces > indoor, room
profondeur > depth
machines = industrie = industriel = industrielle > machine
roulement = roulements > bearing
entrepot > warehouse, parcel
turbine = turbines = vent > turbine
energie > energy, electricity
paiement = paiements > payment
assurance > insurance
hopital = clinique = cliniques = medecin > clinical
compte rendu medical = comptes rendus medicaux > clinical
note = notes > note
boite de reception = messagerie = mails > email
trier = tri = classer = classement > sorting
questionnaire = questionnaires > survey
expliquer > explanation
incertitude = confiance > uncertainty
optimisation = optimiser > optimizer
experience = experiences > experiment
decision = decisions > decision
recommander = recommandeur > recommender
graphe = graphes > graph
reseau = reseaux > network
federe = federee > federated
doublon = doublons = deduplication > entityresolution
adresse = adresses > address
nom = noms > name
cle = cles > key
acces > access
heure = heures > hour
ordinateur > machine
noeud = noeuds > node
inference > inference
quantifier = compresser > quantizer
accelerer = rapide > speed
locuteur = locuteurs = qui parle > speaker
standard telephonique = accueil telephonique > reception, phone
commande = commandes vocales > command
transcription = transcrire = retranscription > transcription
formulaire = formulaires > form
inspection = controle > inspection
clause = clauses > clause
juridique = avocat > contract
texte = textes > text
base de connaissances > rag
question = questions > question
citation = sources > citation
vecteur = vecteurs > vector
budget = depenses = couts > budget
rgpd > privacy, pii
local = locale = sur place > onpremise
abonnement > month
reduire = reduction > quantizer
etiquette = etiquettes = etiqueter > labeling
code = code source > code
revue de code > code review
bogue = bogues > bug
son = sons = audio > audio
langue = langues > language
donnees synthetiques > synthetic
libre > open source
machine > machine
serveur = serveurs > server
courriel = courriels > email
analyse = analyser > analysis, review
`;

export type Synonym = { words: readonly string[]; weight: number };

/** Something else that means the same counts nearly as the word; something that may answer it counts less; a translation is the word. */
const WEIGHT = { same: 0.85, related: 0.6, translation: 1 };
/** Words of a phrase that is looked up. */
export const LONGEST_PHRASE = 4;

const table = new Map<string, Synonym[]>();
/** Words that are not English, whose endings may be others. */
const foreign = new Map<string, Synonym[]>();
const endings = ['n', 'en', 'e', 'er', 'es', 's', 'em', 'ern', 'x'];
addLines(english, WEIGHT.related);
addLines(german, WEIGHT.translation);
addLines(french, WEIGHT.translation);

function addLines(lines: string, weight: number) {
  for (const line of lines.trim().split('\n')) {
    const [left = '', right = ''] = line.split(' > ');
    const same = left.split(' = ').map(phraseWords);
    for (const phrase of same) {
      for (const other of same) if (other !== phrase && weight !== WEIGHT.translation) add(phrase, other, WEIGHT.same);
      for (const other of right.split(', ').filter(Boolean)) add(phrase, phraseWords(other), weight);
    }
  }
}

function add(phrase: readonly string[], words: readonly string[], weight: number) {
  const key = phrase.join(' ');
  const known = table.get(key) ?? [];
  if (known.some((one) => one.words.join(' ') === words.join(' '))) return;
  table.set(key, [...known, { words, weight }]);
  if (weight === WEIGHT.translation) foreign.set(key, [...known, { words, weight }]);
}

function phraseWords(text: string): string[] {
  return wordsOf(text).map((word) => singular(word.text));
}

/** English words that have synonyms by themselves. */
export function singleWordSynonyms(): string[] {
  return [...table.keys()].filter((key) => !key.includes(' ') && !foreign.has(key));
}

/** Words that are asked for beside these; none where nothing is known of them. */
export function synonymsOf(words: readonly string[]): readonly Synonym[] {
  const known = table.get(words.join(' '));
  if (known || words.length !== 1) return known ?? [];
  // Endings of German and French words: 'Haushalten', 'livraisons'.
  const [word = ''] = words;
  // 'anonymisation' is written with a z in the table.
  const american = table.get(word.replace(/is(ation|e|ed|er|ing)$/, 'iz$1'));
  if (american) return american;
  for (const ending of endings) {
    const base =
      word.length > ending.length + 3 && word.endsWith(ending) ? foreign.get(word.slice(0, -ending.length)) : undefined;
    if (base) return base;
  }
  return [];
}
