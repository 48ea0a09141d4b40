from lib import P
def S(id,name,price,unit,prov,stock,desc,specs,opts=None,sale=None): P(id,name,"solutions",price,unit,prov,stock,desc,specs,opts,sale)
TD="Tidewater Desk"; PW="Paperclip Works"; BK="Blue Kettle Software"; GL="Granite Loop"; QK="Quiet Kernel"

S("reply-desk-support-copilot","Reply Desk Support Copilot",49,"seat per month",TD,None,"""
Drafts answers to support tickets from your own help articles and past replies. An agent reads and sends every message.

Reply Desk sits in a side panel next to the ticket. It retrieves the passages that fit the question, writes a draft, and lists the articles it used so the agent can check them. When nothing relevant is found, it says so and leaves the draft empty.

- Connects to help centers by API or by a nightly `sitemap.xml` crawl
- Tone and length rules for each queue
- Weekly list of questions that have **no article yet**

Ticket text is kept for 30 days for quality review and then deleted; a shorter period can be set.
""","""
Deployment: Hosted, EU or US
Reply languages: 24
Connectors: Email, web widget, REST API
Sign-on: SAML 2.0, OpenID Connect
Data retention: 30 days by default
Minimum seats: 3
""",{"Region":["United States","European Union"],"Term":["Monthly","Annual"]})

S("invoice-extraction-api","Invoice Extraction API",18,"1k pages",PW,None,"""
Turns PDF and scanned invoices into structured JSON with line items, tax and totals. Each field carries a confidence score.

Send a file, receive the supplier, dates, purchase order number, line items and totals. The service checks that lines add up to the subtotal and that tax matches the stated rate, and flags the document when they do not.

- PDF, TIFF, JPEG and PNG up to 50 pages a file
- Output as JSON or **UBL 2.1** XML
- A review screen for low-confidence fields

Corrections made in the review screen are stored as supplier hints, so the same layout reads better next time.
""","""
Input: PDF, TIFF, JPEG, PNG
Output: JSON, UBL 2.1 XML
Languages: English, German, French, Spanish, Italian, Dutch
Median response: about 3 s a page
Handwriting: Digits only
Retention: 24 hours, or none on request
Authentication: API key with IP allow list
""",{"Region":["United States","European Union"],"Output":["JSON","UBL 2.1 XML"]})

S("document-rag-platform","Document RAG Platform",390,"month",BK,None,"""
Search and question answering over your own documents, with citations down to the page. Runs hosted or in your cluster.

The platform ingests files from shared drives and wikis, splits them by layout, indexes them for both keyword and vector search, and answers with numbered citations. Access rules are copied from the source, so people only see answers from files they could open themselves.

- Hybrid retrieval with a reranking step
- Evaluation page: upload 50 questions and compare two settings **side by side**
- Any chat model behind an OpenAI-compatible endpoint

The price includes 200,000 indexed pages and 25 users.
""","""
Deployment: Hosted or Kubernetes
Included pages: 200,000
Included users: 25
Connectors: Shared drives, wikis, S3-compatible storage
Retrieval: BM25 plus dense vectors, reranked
Access control: Mirrored from source
Answer model: Bring your own endpoint
Audit log: 12 months
""",{"Deployment":["Hosted","Self-hosted"],"Term":["Monthly","Annual"]},sale=320)

S("call-transcription-summary","Call Transcription and Summary",0.9,"audio hour",TD,None,"""
Transcribes recorded calls, separates the speakers and writes a short summary with action items.

Upload recordings or point the service at a storage bucket. Each call comes back as a time-stamped transcript, a five-line summary and a list of promised follow-ups with the moment they were said.

- Two-channel recordings are treated as **separate speakers**; mono ones are diarized
- Card numbers and account numbers are masked in text and audio
- Webhook when a file is done

Music on hold and voicemail greetings are detected and left out of the bill.
""","""
Input: WAV, MP3, M4A, OGG
Languages: 31
Turnaround: About one tenth of the call length
Speakers: Up to 8 in a mono recording
Masking: Card, account and phone numbers
Export: JSON, SRT, DOCX
""",{"Region":["United States","European Union"]})

S("visual-defect-inspection-station","Visual Defect Inspection Station",6900,"",GL,9,"""
A camera, light and edge computer that learn your good parts and flag scratches, dents and missing features.

The station is trained from 30 to 200 images of good parts; defect examples help but are not required to start. It marks the suspicious area on the image and switches a 24 V output for a reject gate.

- 12 MP global-shutter camera and a ring light on one bracket
- Runs fully offline; images stay on the **local disk**
- Typical cycle time of 150 ms a part

Reflective and transparent parts need the dome light, which is a separate purchase. One remote setup day is included.
""","""
Camera: 12 MP, global shutter, color
Edge GPU memory: 16 GB
Cycle time: About 150 ms a part
Outputs: 4 x 24 V digital, Modbus TCP
Field of view: 60 to 300 mm, by lens
Storage: 1 TB SSD
Warranty: 24 months
""",{"Lens":["60 mm field","150 mm field","300 mm field"]})

S("code-review-assistant","Code Review Assistant",15,"seat per month",BK,None,"""
Comments on pull requests with likely bugs, missing tests and risky changes. It never merges or pushes anything.

The assistant reads the diff together with the files it touches and leaves a small number of comments, each with the reason and a suggested edit. A repository file named `.review.yml` sets what it should care about and what to ignore.

- Comment limit per pull request, **five by default**
- Learns from dismissed comments in each repository
- Reads dependency lock files and warns about known advisories

Code is processed in memory and not stored after the review.
""","""
Hosts: GitHub, GitLab, Bitbucket
Languages: Python, TypeScript, Go, Java, Rust, C#, C++
Configuration: .review.yml in the repository
Code storage: None after review
Self-hosted runner: Yes
Free for: Public repositories
""",{"Term":["Monthly","Annual"]})

S("payment-fraud-scoring","Payment Fraud Scoring",4,"1k calls",QK,None,"""
Scores card and transfer payments for fraud in under 100 ms. Every score comes with its five strongest reasons.

A gradient boosted model works on velocity counts, device signals and the history of the account. You keep the decision: the API returns a score from 0 to 1000, reasons and the rules that fired.

- Shadow mode to compare with your current rules **before** switching
- Rule editor with backtests on the last 90 days
- Feedback endpoint for chargebacks and confirmed fraud

The base model is useful from day one, and is refitted to your own traffic after roughly 20,000 labeled payments.
""","""
Latency: Under 100 ms at the 99th percentile
Score range: 0 to 1000
Explanations: Top five reasons per score
Uptime target: 99.95 %
Regions: Frankfurt, Virginia, Singapore
Data needed: No card numbers; tokens only
Monthly minimum: $150
""",{"Region":["Frankfurt","Virginia","Singapore"]})

S("meeting-notes-recorder","Meeting Notes Recorder",12,"seat per month",TD,None,"""
Joins video meetings, takes notes and sends decisions and tasks afterward. Everyone in the room sees that it records.

Notes are written under the headings of your agenda when there is one, and under topics when there is not. Each line links to the second of the recording where it was said.

- Works with the common meeting services by calendar invitation
- Tasks can be sent to an issue tracker or a plain CSV
- **No recording** mode keeps only the text

Interviews and one-to-one meetings are left out by default, and any attendee can stop the recorder from the chat.
""","""
Languages: 18
Calendar: Google, Microsoft 365, CalDAV
Recording storage: 90 days, adjustable
Export: Markdown, DOCX, CSV
Consent notice: Shown in chat and spoken
Sign-on: SAML 2.0
""",{"Term":["Monthly","Annual"]},sale=9)

S("document-translation-service","Document Translation Service",20,"1M characters",PW,None,"""
Translates office documents and keeps the layout, tables and footnotes. Glossaries are applied to every job.

Upload a file and get the same file back in the target language, with fonts and numbering preserved. Sentences you have approved before are reused from a translation memory and are **not billed**.

- DOCX, PPTX, XLSX, HTML, XLIFF and PDF with a text layer
- Glossaries with inflected forms
- Optional human review by the character

Scanned PDFs go through text recognition first, which can move line breaks slightly.
""","""
Language pairs: 68
Formats: DOCX, PPTX, XLSX, HTML, XLIFF, PDF
Glossary size: Up to 20,000 terms
Memory format: TMX 1.4
File limit: 100 MB
Retention: 7 days
""",{"Review":["Machine only","Human review"]})

S("open-weight-inference-70b","Open-Weight Inference, 70B Class",0.7,"1M tokens",BK,None,"""
Hosted inference for open-weight instruct models of about 70 billion parameters, with an OpenAI-compatible endpoint.

Models are served in FP8 on dedicated GPU pools. Input and output tokens cost the same, which keeps the bill easy to predict for summarizing and extraction jobs.

- Streaming, JSON mode and tool calls
- `seed` and `logprobs` supported
- Prompts are **not stored** and not used for training

Model versions are pinned by date. A version is kept for at least six months after its successor appears.
""","""
Context length: 128k tokens
Precision: FP8 weights
Endpoint: OpenAI-compatible chat and completions
Rate limit: 600 requests a minute by default
Batch discount: None; one price
Regions: US East, EU West
Prompt storage: None
""",{"Region":["US East","EU West"]},sale=0.55)

S("contract-clause-review","Contract Clause Review",240,"month",PW,None,"""
Compares incoming contracts with your playbook and marks clauses that differ, with suggested wording.

You describe positions in plain language, for example "liability capped at 12 months of fees". The tool finds the matching clause, says whether it meets the position, and proposes a tracked change in the DOCX file.

- 40 starter positions for NDAs, supplier and software agreements
- Clause history across all contracts on file
- Every finding quotes the **exact sentence**

It supports a lawyer's review and does not replace one. Up to 120 contracts a month are included.
""","""
Included: 120 contracts a month
Users: 10
Formats: DOCX, PDF
Contract languages: English, German, French
Output: Tracked changes and a summary table
Hosting: EU
Encryption: Per-customer key
""",{"Term":["Monthly","Annual"]})

S("product-photo-studio","Product Photo Studio",30,"1k images",BK,None,"""
Cuts out products, cleans up shadows and places them on plain or staged backgrounds in bulk.

Made for shops with many small items. Drop a folder of photos, choose a background set, and receive images in every size your storefront needs. Product pixels are **never regenerated**, so labels and colors stay as photographed.

- Edge refinement for glass, fur and mesh
- Color check card support
- File names and SKU are kept

Images that the system is unsure about are set aside in a separate folder and are not billed.
""","""
Input: JPEG, PNG, HEIC, camera raw
Output: JPEG, PNG, WebP, AVIF
Largest side: 6,000 px
Throughput: About 1,500 images an hour
API: REST and watched folder
Color profile: sRGB or as supplied
""",{"Background":["White","Light gray","Staged set"]})

S("semantic-store-search","Semantic Store Search",120,"month",BK,None,"""
Search for online shops that understands descriptions as well as product names, and still honors exact part numbers.

Queries such as "warm gloves for cycling" find the right items even when no title contains those words. Part numbers, sizes and brands are matched literally before anything else.

- Typo tolerance and synonyms you can edit
- Boosts for stock, margin or season
- Report of searches with **no results**

Includes 100,000 products and 500,000 searches a month. The index refreshes every five minutes from a product feed.
""","""
Included products: 100,000
Included searches: 500,000 a month
Index refresh: Every 5 minutes
Median latency: About 40 ms
Languages: 15
Integration: JavaScript snippet or REST
""",{"Term":["Monthly","Annual"]})

S("model-gateway-budgets","Model Gateway with Budgets",90,"month",QK,None,"""
One endpoint in front of all your model providers, with keys, budgets, retries and logs for each team.

Applications call the gateway with a team key. The gateway picks the provider, applies the limit, retries on errors and writes a log line with tokens and cost. Changing a model is a **configuration change**, not a release.

- Hard and soft budgets by day or month
- Response cache with a per-route lifetime
- Logs to PostgreSQL or object storage

It adds roughly 5 ms to each call. Runs as a single container; two are advised for availability.
""","""
Deployment: Docker or Kubernetes
Protocol: OpenAI-compatible, plus pass-through
Added latency: About 5 ms
Storage: PostgreSQL 14 or newer
Metrics: Prometheus
License: Per installation, unlimited users
""",{"License":["Single team","Enterprise"]},sale=72)

S("phone-reception-voice-agent","Phone Reception Voice Agent",0.08,"minute",TD,None,"""
Answers the phone, handles simple requests and passes the call to a person when asked or when unsure.

Suited to clinics, workshops and hotels with short, repeated requests: opening hours, bookings, order status. The agent introduces itself as an **automated assistant** at the start of each call.

- Books into a shared calendar
- Transfers with a one-sentence summary
- Weekly list of calls it could not finish

Background noise in workshops is handled well; two people speaking at once is not. A fallback number is required.
""","""
Languages: English, Spanish, French, German
Telephony: SIP trunk or hosted number
Response delay: About 0.9 s
Concurrent calls: 10, more on request
Call recording: Off by default
Calendar: CalDAV, Google, Microsoft 365
""",{"Language":["English","Spanish","French","German"]})

S("content-moderation-api","Content Moderation API",1.2,"1k calls",QK,None,"""
Classifies text and images against 14 policy categories and returns a score for each one.

Thresholds are yours to set by category and by community. The API returns scores, the phrase or region that caused them, and a suggested action. Nothing is blocked on our side.

- Text up to 10,000 characters, images up to 20 MB
- Context field for replies, so quotes are read **as quotes**
- Appeal log export for transparency reports

Accuracy is published by language each quarter. Languages outside the list below are scored with lower confidence and marked as such.
""","""
Categories: 14
Text languages: English, Spanish, Portuguese, French, German, Korean, Japanese
Image formats: JPEG, PNG, WebP, GIF (first frame)
Median latency: 60 ms text, 180 ms image
Retention: None
Batch endpoint: Up to 500 items
""")

S("private-chat-appliance","Private Chat Appliance",7800,"",BK,0,"""
A small server with open-weight chat models installed, for offices that cannot send text to the internet.

Plug it into the network, connect your directory and people can chat, summarize files and search a document folder. **No outbound connection** is needed; updates arrive on a signed USB drive.

- Comfortable for about 40 people, 8 of them at once
- Models from 8 to 32 billion parameters are preinstalled
- Tower case, under 40 dB at 1 m

The next production run is being assembled. Out of stock until then.
""","""
GPU memory: 48 GB
System memory: 128 GB
Storage: 4 TB NVMe, encrypted
Users: About 40
Directory: LDAP, Active Directory
Noise: Under 40 dB at 1 m
Warranty: 36 months
""",{"Plug":["US","EU","UK"]})

S("email-triage-assistant","Email Triage Assistant",8,"mailbox per month",TD,None,"""
Sorts shared mailboxes by topic and urgency and fills in the fields your team types by hand today.

The assistant reads each new message, sets a label, a priority and an owner, and extracts values such as order number or serial number. It works inside the mailbox, so there is **no new screen** to learn.

- Trained from your last 2,000 sorted messages
- Confidence threshold by label; doubtful mail stays untouched
- Daily report of moved messages

Attachments are read when they are PDF or DOCX files below 10 MB.
""","""
Mail systems: Microsoft 365, Google, IMAP
Labels: Up to 60
Languages: 20
Setup time: About one day
Attachments: PDF, DOCX
Retention: Labels only
""",{"Term":["Monthly","Annual"]})

S("pii-redaction-gateway","PII Redaction Gateway",3,"1k calls",QK,None,"""
Replaces names, addresses and identifiers in text before it reaches a language model, and restores them afterward.

Each value becomes a stable placeholder such as `PERSON_1`, so the model can still follow who did what. The mapping lives in memory for the length of the request and is used to fill the answer back in.

- 32 entity types, with custom patterns
- Checksum validation for IBAN, card and national numbers
- **Fail closed**: the request stops when detection fails

No detector finds everything; a sampling screen helps you measure misses on your own text.
""","""
Entity types: 32
Languages: English, German, French, Spanish, Italian, Polish
Median latency: 35 ms per 1,000 characters
Deployment: Hosted or container
Custom rules: Regular expressions and word lists
Mapping storage: Memory only
""",{"Deployment":["Hosted","Container"]})

S("warehouse-question-answering","Ask Your Warehouse (Text to SQL)",160,"month",BK,None,"""
Ask questions about your data warehouse in plain language and get the SQL, the table and a chart.

The assistant reads table and column descriptions, writes a query, runs it with a **read-only** role and shows the SQL next to the result. Analysts can approve a query as an example, and later answers follow it.

- Metric definitions kept in one YAML file
- Cost estimate before long scans
- Refuses instead of guessing when a term is undefined

Answers are only as good as the column descriptions; the setup wizard shows which ones are missing.
""","""
Databases: PostgreSQL, Snowflake, BigQuery, DuckDB
Access: Read-only role
Users: 20 included
Answer model: Hosted or your own endpoint
Charts: Bar, line, scatter, table
Audit: Every query logged
""",{"Term":["Monthly","Annual"]})

S("predictive-maintenance-kit","Predictive Maintenance Starter Kit",2400,"",GL,6,"""
Eight vibration sensors, a gateway and software that warn about bearing and balance faults on rotating machines.

Sensors attach with a magnet or a stud and report spectra every ten minutes. The software learns the normal pattern of each machine over two weeks and then ranks machines by how far they have moved from it.

- Fault hints for imbalance, misalignment and **bearing damage**
- Works without internet; optional MQTT export
- Replaceable batteries, about three years

Best for machines from 600 to 6,000 rpm. Very slow gearboxes need wired sensors.
""","""
Sensors: 8, three-axis
Frequency range: 2 Hz to 6 kHz
Gateway: Ethernet, Wi-Fi
Protocol: MQTT, OPC UA
Protection: IP67 sensors
Battery life: About 3 years
Software license: Perpetual, 1 year of updates
""",{"Mount":["Magnet","Stud"]},sale=1990)

S("subtitle-maker","Subtitle Maker",0.25,"minute",TD,None,"""
Creates subtitles from video, with reading-speed limits, line breaks at natural places and an editor.

Text is timed to the spoken words and split so that each subtitle can be read in comfort. Shot changes are detected, and subtitles avoid crossing them.

- Export as **SRT, WebVTT, TTML** or burned in
- Speaker labels and sound descriptions for accessibility
- Translation into 28 languages as a second track

Songs are marked but not transcribed. Heavy dialect usually needs a pass in the editor.
""","""
Source languages: 36
Formats: MP4, MOV, MKV, MP3, WAV
Reading speed: 12 to 21 characters a second
Export: SRT, WebVTT, TTML
Editor: In the browser
Retention: 14 days
""")

S("open-text-survey-coding","Open-Text Survey Coding",75,"project",PW,None,"""
Groups free-text survey answers into themes, counts them and shows example quotes for each.

Upload a column of answers. The tool proposes a code frame, you merge or rename codes, and it codes every answer with up to three of them. A random sample for **double coding** gives you an agreement figure to report.

- Up to 20,000 answers a project
- Frames can be reused for the next wave
- Export to CSV, XLSX or SPSS `.sav`

Very short answers are left uncoded unless you ask otherwise.
""","""
Answers: Up to 20,000 a project
Languages: 26
Codes per answer: Up to 3
Agreement measure: Cohen's kappa
Export: CSV, XLSX, SAV
Project lifetime: 12 months
""",None,sale=59)

S("hosted-embeddings-api","Hosted Embeddings API",0.05,"1M tokens",BK,None,"""
Text embeddings from open-weight multilingual models, with fixed versions and batch upload.

Choose 384, 768 or 1,024 dimensions. Vectors are normalized and can be returned as `float32`, `int8` or packed bits. The same input always gives the same vector for a given version.

- Up to 2,048 texts a request
- Query and passage modes
- Version pinned **for two years**

A batch job accepts JSONL files from object storage and writes the result next to them, which is the better way for more than a million texts.
""","""
Dimensions: 384, 768, 1,024
Max input: 8,192 tokens
Languages: About 100
Output types: float32, int8, binary
Median latency: 25 ms for one short text
Version support: 2 years
""",{"Region":["US East","EU West"]})

S("churn-early-warning","Churn Early Warning",280,"month",QK,None,"""
Ranks customers by their risk of leaving in the next 60 days and names the behavior behind each rank.

Connect billing and usage tables; the model is trained on your own history and checked on the latest three months before it goes live. You get a weekly list, sized to what your team can actually call.

- Reasons in plain words, such as **logins down by half**
- Holdout group to measure whether outreach helps
- Push to a CRM or a CSV file

It needs at least 12 months of history and 500 past cancellations to be reliable.
""","""
History needed: 12 months
Minimum cancellations: 500
Refresh: Weekly
Model: Gradient boosted trees, calibrated
Sources: PostgreSQL, Snowflake, BigQuery, CSV
Holdout test: Built in
""",{"Term":["Monthly","Annual"]})

S("field-inspection-dictation","Field Inspection Dictation",22,"seat per month",TD,40,"""
Inspectors speak, take photos and walk on; a filled report is waiting when they get back to the car.

Speech is recognized **on the phone**, without a signal, and mapped to the fields of your form. Photos are attached to the item being described at that moment.

- Form builder with required fields and ranges
- Vocabulary list for part names and places
- PDF and JSON export

Made for buildings, elevators, playgrounds and similar rounds. New teams are set up in small groups, so the number of open seats is limited.
""","""
Platforms: Android 12 or newer, iOS 16 or newer
Languages: English, German, Spanish
Offline: Yes
Form size: Up to 300 fields
Export: PDF, JSON
Seats open: 40 this quarter
""",{"Platform":["Android","iOS"]})

