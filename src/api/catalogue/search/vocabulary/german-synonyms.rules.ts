// German words of the field, folded as texts are: without accents, and 'ß' as 'ss'. Lines as synonyms.rules.ts reads them.
export const germanSynonyms = `
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
kuendigungsrisiko = kundigungsrisiko = kundenverlust = kundenbindung > churnprediction
beschwerde = beschwerden = anfrage = anfragen = kundenanfrage = kundenanfragen = ticket > support, ticket
antwortvorschlag = antwortvorschlage > reply
telefonansage = hotline = telefonannahme = terminvereinbarung = terminbuchung > voiceagent
buchhaltung = eingangsrechnung = eingangsrechnungen = lieferantenrechnung > invoice
spesen = spesenabrechnung = bon = bons > receipt
vertragsanalyse = mietvertrag = arbeitsvertrag = vertragsentwurf > contractreview
dokumentensuche = volltextsuche = firmenwissen = handbuch = handbucher > documentsearch, document
dokumentenanalyse = layoutanalyse > documentparsing
digitalisierung = digitalisieren = einscannen = gescannt = handschrift = handschriften > ocr, scan
dolmetscher = fachubersetzung = ubersetzungsprogramm > translation
untertitelung > subtitle
mitschreiben = sitzungsprotokoll > meetingnote
sprachnachricht = gesprochen = gesprochene = sprachaufnahme = sprachaufnahmen = sprachdaten > speech
telefongesprach = telefongesprache > phone, call
bildklassifikation = bildanalyse = maschinelles sehen = rechnersehen > vision, objectdetection
fehler = mangel = defekt = defekte = kratzer = risse = riss = ausschuss > defect
produktionsfehler = qualitatsprufung = qualitatssicherung = endkontrolle = produktionslinie = fertigung > defectinspection
wartungsplanung = instandhaltung = maschinenausfall = ausfall = ausfalle = zustandsuberwachung = maschinenuberwachung > predictivemaintenance
motor = motoren = pumpe = pumpen = getriebe = walzlager > vibration, bearing
messwert = messwerte = messreihe = messreihen = ausreisser > timeseries, anomaly
wetterstation = wetterstationen = niederschlag = temperatur = klima = klimadaten > weatherdata
lastgang = lastprofil = lastprofile = lastgange = verbrauch > smartmeter
feldgrenzen = ackerflachen = ackergrenzen = satellitenbild = satellitenbilder > field boundary
obst = gemuse = weizen = mais = kartoffel = kartoffeln = tomate = tomaten = schadling = schadlinge = pilzbefall = pflanzenschutz > crop, disease, leaf
reh = rehe = hirsch = wildschwein = fuchs = wolf = tierart = tierarten = artenschutz = jagd > wildlife
wohnung = wohnungen = zimmer = grundriss = buro > indoor, room
strassenbilder = verkehrsszenen = verkehrsschild = verkehrsschilder = fahrspur = dashcam > street
postpaket = versandetikett = etikett = etiketten = versand = barcode > parcel, label
lieferroute = lieferrouten = fahrtenplanung = routenoptimierung = fuhrpark = flotte = lieferdienst = aussendienst = techniker > routeplanning
zahlungsbetrug = kartenbetrug = kreditkarte = kreditkartenbetrug > frauddetection, payment
produktempfehlung = produktempfehlungen = kaufempfehlung > recommender
produktdaten = produktkatalog = katalog = warengruppe = artikeldaten = artikelstamm > product attribute
verkaufszahlen = verkaufsprognose = bedarfsprognose = bestandsplanung = bestellmenge = lagerbestand = umsatzprognose > demand, forecasting
filialumsatz = kassendaten = tagesumsatz > store, sales
zielgruppe = zielgruppen = kampagne = kampagnen = werbung > campaign, uplift
testvariante = varianten = schlagzeile = schlagzeilen > bandit, abtesting
hassrede = beleidigung = beleidigungen = kommentare = jugendschutz > moderation
schwarzung = personendaten = personliche daten = namen entfernen > redaction, pii
dublettenprufung = stammdaten = kundenstamm = datenbereinigung > entityresolution
kundenumfrage = kundenbefragung = befragung = mitarbeiterbefragung = ruckmeldung = ruckmeldungen = freitextantworten > survey
stellenmarkt = bewerber = bewerbung = beruf = berufe = personalsuche > job
rechenaufgaben = textaufgaben = schule = schuler = unterricht > math
entlassbrief = entlassbriefe = arztbericht = befund = befunde = praxis > clinical
sprachsteuerung = sprachkommando = sprachkommandos > command, wakeword
handbewegung = handbewegungen = gestensteuerung = gebarden > gesture
code prufung = programmcode = softwareentwicklung > code review
codeprufung = quellcodeprufung > code review
sprachmodell trainieren = anpassen = feintuning = feinjustierung > finetuning
eigenes sprachmodell = datenhoheit = ohne cloud = im haus = abgeschottet > offline, onpremise
bildsynthese = bilder erzeugen = bilder generieren > imagegeneration
hintergrund = freisteller > backgroundremoval
rendern = renderfarm = simulation = simulationen > rendering
kern = kerne = kernen > core
arbeitsspeicher = ram > memory
stundenweise = stundlich > hour
sprechererkennung > speakerdiarization
vektorsuche = ahnlichkeitssuche > vectordatabase
wissensgraph > knowledgegraph
modell erklaren = nachvollziehbar = nachvollziehbarkeit > xai
versuchsplanung > experiment, bayesian
bestarken = praferenz = praferenzen = menschliches feedback > preference
anweisung = anweisungen = anleitung > instruction
dialogdaten = chatverlauf = chatverlaufe > dialog
beschriftet = annotiert = gelabelt = markiert > labeled
frei = kostenlos > free
schaden = beschadigung > fault, damage
sprache in text = gesprochenes in text > asr
text in sprache > tts
kundigen = abspringen = kundigt = gekundigt > churn
`;
