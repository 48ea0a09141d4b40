// French words of the field, folded as texts are: without accents. Lines as synonyms.rules.ts reads them.
export const frenchSynonyms = `
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
risque de depart = perte de clients = fidelisation = desabonnement > churnprediction
reclamation = reclamations = ticket = tickets = demande client = demandes clients > support, ticket
reponse automatique = suggestion de reponse > reply
prise de rendez vous = rendez vous = repondeur = accueil = standard > voiceagent
comptabilite = facturation = facture fournisseur = factures fournisseurs > invoice
note de frais = notes de frais = ticket = justificatif = justificatifs > receipt
bail = contrat de travail = analyse de contrat = relecture de contrat > contractreview
recherche documentaire = recherche de documents = base documentaire = manuel = manuels > documentsearch, document
analyse de document = mise en page > documentparsing
numerisation = numeriser = scanner = ecriture manuscrite = manuscrit > ocr, scan
interprete = traduction technique > translation
sous titrer > subtitle
prise de notes = synthese de reunion = reunions en visio = visioconference > meetingnote
message vocal = enregistrement vocal = donnees vocales = enregistrements audio > speech
appel telephonique = appels telephoniques = conversation telephonique = conversations telephoniques > phone, call
vision par ordinateur = analyse d image = reconnaissance d images = reconnaissance d image > vision, objectdetection
defaut = defauts = rayure = rayures = fissure = fissures = rebut > defect
controle de qualite = detection de defauts = detection de defaut = chaine de production = ligne de production > defectinspection
panne = pannes = entretien = arret machine = surveillance de machines > predictivemaintenance
moteur = moteurs = pompe = pompes = engrenage > vibration, bearing
mesure = mesures = valeur aberrante = valeurs aberrantes > timeseries, anomaly
station meteo = pluie = temperature = temperatures = climat = climatique = climatiques > weatherdata
courbe de charge = courbes de charge = consommation = compteurs > smartmeter
parcellaire = limites de parcelles = image satellite = images satellite > field boundary
ble = mais = tomate = tomates = vigne = vignes = pomme de terre = ravageur = ravageurs = champignon > crop, disease, leaf
cerf = sanglier = renard = loup = espece = especes = chasse > wildlife
appartement = logement = chambre = bureau = bureaux = plan > indoor, room
scene de rue = scenes de rue = scenes urbaines = panneau = panneaux = camera embarquee > street
etiquette de colis = expedition = code barres > parcel, label
livreur = livreurs = flotte = camion = camions = optimisation de tournees = planification de tournees = techniciens > routeplanning
carte bancaire = fraude bancaire = fraude au paiement > frauddetection, payment
recommandation de produits > recommender
catalogue = fiche produit = fiches produits = donnees produit = donnees produits > product attribute
chiffre de vente = chiffres de vente = prevision des ventes = prevision de la demande = stock = stocks = approvisionnement > demand, forecasting
ticket moyen = ventes quotidiennes = ventes journalieres > store, sales
campagne = campagnes = publicite = ciblage > campaign, uplift
variante = variantes = titre = titres > bandit, abtesting
discours haineux = insulte = insultes = harcelement = commentaire = commentaires > moderation
masquer = masquage = caviardage = caviarder = donnees sensibles > redaction, pii
rapprochement = nettoyage de donnees = qualite des donnees = deduplication > entityresolution
avis = avis client = avis clients = reponses libres = satisfaction = retour client = retours clients > survey
recrutement = metier = metiers = competence = competences = offre = embauche > job
probleme de maths = ecole = eleve = eleves = cours = devoirs > math
lettre de sortie = dossier medical = dossiers medicaux = medecine = sante > clinical
commande vocale = commandes vocales > command, wakeword
geste de la main = gestes de la main = langue des signes > gesture
revue de code = relecture de code = developpement > code review
reglage fin = affiner = adapter un modele > finetuning
confidentiel = sans cloud = hors connexion = en interne = souverain = souverainete > offline, onpremise
generer des images = generateur d images > imagegeneration
fond = arriere plan = fond blanc > backgroundremoval
rendu = rendu 3d = simulation > rendering
coeur = coeurs > core
memoire vive = ram > memory
a l heure = horaire > hour
locuteurs = qui parle quand = separation des locuteurs > speakerdiarization
recherche vectorielle = recherche par similarite > vectordatabase
graphe de connaissances = graphe de connaissance > knowledgegraph
interpretabilite = boite noire > xai
plan d experiences > experiment, bayesian
preference = preferences = retour humain > preference
consigne = consignes > instruction
dialogues = conversations > dialog
etiquete = etiquetee = annote = annotee > labeled
gratuit = gratuite > free
voix en texte = parole en texte > asr
texte en voix > tts
resilier = resilient > churn
`;
