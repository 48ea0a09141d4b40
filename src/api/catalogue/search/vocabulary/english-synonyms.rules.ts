// Synonyms of the field in English, as synonyms.rules.ts reads them: alike on both sides of '=', read from the left alone at '>', and
// one line for several words that mean nothing of each other where commas part them on the left.
export const englishSynonyms = `
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
ivr > voiceagent
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
tosql > query
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
handwriting recognition > ocr
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
zendesk, freshdesk, intercom, helpscout, ticketing > support, ticket
canned response, canned reply, agent assist, reply suggestion > reply, support
customer email, customer message, inquiry, enquiry > email, support
shared inbox, outlook, gmail > email
otter, fireflies > meetingnote, transcription
zoom, microsoft team, google meet, video meeting, conference call > meeting
note taking, taking note, meeting recorder > meetingnote
stenographer, typist > transcription, dictation
deepl, google translate, interpreter > translation
elevenlabs, voice cloning > tts
sdxl, comfyui, flux > imagegeneration, diffusion
photoroom, removebg, remove bg, clipping path, packshot, white background, plain background > backgroundremoval, productphoto
photo studio, photo shoot > productphoto
docusign, ironclad, redline, redlining, playbook > contract, contractreview
tos, terms of service, terms and condition > contract, clause
abbyy, rossum, nanonets, vendor bill, supplier bill > invoice, extraction
data entry, key in, typing > extraction
textract, tesseract, docling, llamaparse > documentparsing, ocr
digitize, digitization, digitise, digitalize, paper archive > ocr, scan, document
deepgram, assemblyai, nuance > asr
groq, together ai, fireworks, openrouter, replicate, bedrock > inference, endpoint
deepseek, qwen, mistral, gemma, mixtral > llm, open weight
colab, kaggle notebook > notebook
runpod, coreweave, paperspace > gpu
ollama, lm studio, llama cpp, localai, privategpt > local, chat, offline
unsloth, axolotl, llamafactory > finetuning
optuna, hyperopt, grid search, parameter search > hyperparameter, optimizer
prophet, nixtla > forecasting
sklearn, scikit, catboost > boosting, tabular
roboflow, labelbox, cvat, ultralytics, detectron, rcnn > objectdetection
cityscape, bdd100k, lane, traffic light, traffic sign > selfdriving, street
kitti, nuscene, waymo > lidar, pointcloud
librispeech, common voice > speech, recording
callhome, switchboard > phone, call
gsm8k, word problem, homework, tutoring, school math, pupil > math
mimic, hipaa, discharge letter, medical report, medical record, doctor note, patient record > clinical
medical coding, diagnosis code > icd, clinical
alpaca, oasst, ultrachat, sharegpt > instruction
ultrafeedback, human feedback > preference
rossmann, m5 > store, sales
scannet, matterport, room scan, floor plan, interior, apartment > indoor, rgbd
kinect, realsense, depth camera, 3d camera > rgbd, depth
inaturalist, serengeti, nature reserve, national park, hunting, poaching, conservation, deer, wolf, fox, boar > wildlife, camera trap
trail cam, game cam > camera trap
plantvillage, blight, mildew, fungus, pest, leaf spot, sick plant, agronomy > crop, disease, leaf
tomato, potato, wheat, maize, corn, vine, grape > crop, leaf
sroie, funsd, docvqa > receipt, document
jester, touchless, air gesture > gesture
multiwoz, chat log, chat transcript > dialog, support
codesearchnet, starcoder > code
europarl, opus, wmt, parallel sentence, bitext, aligned sentence, translation memory > sentence pair, translation
esco, onet, recruiter, occupation, job board, job offer, hiring > job, posting
noaa, era5, ecmwf, historical weather, climate data, weather history > weatherdata
kwh, meter reading, smart grid, load curve, peak load, heat pump > smartmeter, household
sentinel, landsat, land parcel, cadastre, acreage, cropland > field boundary, polygon
windmill, wind farm, wind park > turbine, wind
answering machine, answering service, hotline, call handling > voiceagent
appointment, reservation, booking > booking, phone
chat with pdf, talk to pdf, ask my pdf, pdf chat, chat with document, sharepoint, confluence, intranet, wiki, enterprise search > rag, documentsearch
cyberbullying, bullying, harassment, swearing, swear word, troll, racism, nudity, porn > moderation
forum, community, user generated content, ugc > moderation
stolen card, card fraud, fraudster, scam, scammer > frauddetection, payment
cancel subscription, cancellation, unsubscribe, losing customer, customer loss, at risk customer, lapsed > churnprediction, churn
upsell, cross sell > recommender, uplift
similar product, similar item, also bought, what to buy next > recommender
product feed, product data, pim, taxonomy, product catalog > product attribute
crack, flaw, blemish, imperfection, stain > defect, inspection
broken part, faulty part, bad part, reject, assembly line, production line, shop floor, aoi, machine vision > defectinspection, inspection
computer vision, image recognition, cv > objectdetection, vision
pump, compressor, gearbox, spindle, rotating machine, rotating machinery, breakdown, downtime, wear > predictivemaintenance, vibration, bearing
spike, unusual, abnormal, irregular, drift > anomaly
prediction interval, error bar, calibration, calibrated > conformal
black box, feature attribution, interpret > xai, explanation
who to target, targeting, incremental > uplift
link prediction, node classification, social network, graph neural network > graph
kg > knowledgegraph
data silo, without sharing data, without moving data, privacy preserving training > federatedlearning
dead reckoning, position estimation, self position > odometry
design of experiment, doe, experimental design, formulation > bayesian, experiment
token per second, faster generation, faster inference, speculative > speculative decoding
gptq, gguf, exl2, nf4, fp4 > quantizer
bm25, rank fusion, hybrid search > hybrid, reranker
train across, train together, learning together, across hospital, across site, across clinic, several hospital, other hospital > federatedlearning
stolen, theft > fraud
cancel, quit > churn
hiring > job
dictaphone > dictation
mask name, hide name, remove name, replace name, client name, leaking > redaction, pii
blacken, blacked out, redacted > redaction
minute taker, note taker, taking minute > meetingnote
trip, journey, delivery tour > route, routing
who is talking, tell apart voice, voice apart, speaker apart > speakerdiarization
photo background, picture background, image background > backgroundremoval
council, session, board meeting > meeting
without sharing, without pooling, without exchanging, model together, pool data > federatedlearning
flyer, leaflet, mailing, coupon, voucher > campaign, uplift
double entry, duplicate entry, registered twice, listed twice, twice in > entityresolution, duplicate
tomorrow, next week, next month > forecasting, demand
bakery, restaurant, supermarket > store, demand
off the internet, inside our building, in our building, leave the building, stay in house, stays in house, stays off the internet > offline, local
search box, search bar, site search, shop search, product search > semanticsearch, search, store
shapely > shap
answer phone, answer call, pick up phone, missed call, take call, virtual secretary, phone reception > voiceagent
lorry, truck > route, routing
box > appliance
ads > campaign
who is speaking, multiple speaker, speaker label, speaker change > speakerdiarization
scrub, sanitize, censor, black out, strip name > redaction
open ended, free text, verbatim, feedback, voice of customer > survey, theme
data cleansing, data cleaning, data quality, golden record, mdm, single customer view > entityresolution, deduplication
fleet, courier, last mile, van, truck, field service, technician, dispatcher, school bus > routeplanning, route
inspector, site visit, checklist, building inspection > inspection, dictation
alexa, siri, hey google, smart home, home assistant > wakeword
sign gesture, hand sign, hand pose > gesture
render farm, blender, octane, 3d rendering, cgi > rendering
hpc, fp64, double precision, molecular dynamics, scientific computing > scientific, simulation
deep learning, neural network > training, gpu
teaching, course, student, beginner, classroom > learning, teaching, course
decentralized = deepbrain
depin, web3, p2p, decentralised, peer to peer > decentralized
data preprocessing, preprocessing, tokenization > data preparation, cpu
core, thread > cpu
lora training, dreambooth > finetuning
multi gpu, nvlink > nvlink, node
self service bi, ask database, query builder, chart > tosql, warehouse
churn rate > churn
basket, receipt scan, till slip > receipt
cough, animal sound, urban sound, acoustic > sound
sentence embedding, text embedding, embedding model > embedding
vector, ann search > vectordatabase
visitor, website visitor, landing page > bandit, visitor
`;
