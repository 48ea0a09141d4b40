// Phrases: several words that stand for one thing. The index has the thing wherever they stand beside each other, so that
// 'speech to text' is found as one, and not as a speech and a text. A change here takes a new index (a migration that queues every product).
import { singular } from '../words.rules.ts';
import { createTurned } from './turned.rules.ts';

/** Things, each followed by its phrases in singular words. The thing itself is a word of the index. */
const things = `
gpu: graphic card | graphic processor | video card
cpu: central processor
vram: gpu memory | graphic memory | video memory
dataset: data set
llm: language model | large language model | foundation model | open weight model
vlm: vision language model | multimodal model
asr: speech recognition | speech recognizer | automatic speech recognition | speech to text | voice to text | audio to text | voice recognition | speech transcription | speech 2 text
tts: text to speech | speech synthesis | voice synthesis | text 2 speech
ocr: optical character recognition | text recognition
rag: retrieval augmented generation
nlp: natural language processing
ner: named entity recognition | entity recognition
ai: artificial intelligence
ml: machine learning
rlhf: reinforcement learning from human feedback | preference tuning | reward model
sft: supervised fine tuning | instruction tuning
dpo: direct preference optimization
xai: explainable ai | shapley value | feature importance | model explanation
pii: personal information | personally identifiable information | personal identifiable information
pose: pose estimation | keypoint detection
slam: simultaneous localization and mapping | visual inertial odometry
mot: multi object tracking | object tracking | multi object tracker
vectordatabase: vector database | vector db | vector store | vector search | vector index | nearest neighbor search | similarity search | ann index
semanticsearch: semantic search | neural search | meaning search
knowledgegraph: knowledge graph
entityresolution: entity resolution | record linkage | entity matching | record matching | duplicate detection | fuzzy matching | identity resolution | data matching
finetuning: fine tuning | fine tune | fine tuned | model tuning | low rank adapter
objectdetection: object detection | object detector | object recognition
facerecognition: face recognition | facial recognition | face detection
imagegeneration: image generation | text to image | image synthesis
videogeneration: video generation | text to video
musicgeneration: music generation | text to music
textgeneration: text generation
tosql: text to sql | nl to sql | natural language to sql | text2sql
anomalydetection: anomaly detection | anomaly detector | outlier detection | novelty detection
frauddetection: fraud detection | fraud scoring | fraud prevention | fraud score
timeseries: time series
predictivemaintenance: predictive maintenance | condition monitoring | preventive maintenance
smartmeter: smart meter | load profile | electricity use | electricity consumption | power consumption | energy consumption | household energy
selfdriving: self driving | autonomous driving | autonomous vehicle | automated driving | driverless car | street scene
backgroundremoval: background removal | remove background | background remover | cut out product
defectinspection: quality control | quality assurance | defect inspection | visual inspection | defect detection | quality inspection | surface inspection | optical inspection
abtesting: a b testing | a b test | ab testing | split testing | split test
churnprediction: churn prediction | customer churn | risk of leaving
federatedlearning: federated learning
differentialprivacy: differential privacy
causalinference: causal inference | treatment effect | uplift modeling
hyperparameter: hyper parameter
routeplanning: route planning | vehicle routing | route optimization | delivery planning
speakerdiarization: speaker diarization | speaker separation | speaker identification | who spoke when
wakeword: wake word | wake phrase | hot word | keyword spotting | trigger word
voiceagent: voice agent | voice bot | voice assistant | phone bot | phone agent | call bot
meetingnote: meeting note | minute of meeting | minute of my meeting | minute of our meeting | meeting minute | meeting summary | meeting protocol
customersupport: customer support | customer service | help desk | helpdesk | support ticket | support desk
contractreview: contract review | contract clause | contract analysis | contract comparison
callcenter: call center | contact center | call centre | contact centre
subtitle: closed caption | sub title
emailsorting: email triage | e mail triage | email sorting | e mail sorting | inbox sorting
documentparsing: document parsing | document layout | layout analysis | document parser | pdf parsing | pdf parser | pdf to markdown | document understanding
productphoto: product photo | product image | product picture
crossencoder: cross encoder
pointcloud: point cloud
sensorfusion: sensor fusion
stateestimation: state estimation
weatherdata: weather station | weather data
offline: without internet | no internet | without cloud | without the cloud | no cloud | not in the cloud | air gapped | air gap | without a connection | without network | no outbound connection | cannot send text to the internet
onpremise: on prem | on premise | on premises | self hosted | on site device | own hardware
remotedesktop: remote desktop | virtual desktop
baremetal: bare metal
openai: open ai
`;

type Phrase = { words: string[]; thing: string };

const byFirstWord = new Map<string, Phrase[]>();
for (const line of things.trim().split('\n')) {
  const [thing = '', ways = ''] = line.split(': ');
  for (const words of ways.split(' | ').map((way) => way.split(' ').map(singular))) {
    const [first = ''] = words;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, thing }]);
  }
}
for (const phrases of byFirstWord.values()) phrases.sort((a, b) => b.words.length - a.words.length);

/** Thing that the words from `at` on stand for, and how many they are; the longest phrase counts. Null when they mean only themselves. */
export function phraseAt(words: readonly string[], at: number): { thing: string; length: number } | null {
  const phrases = byFirstWord.get(words[at] ?? '');
  const found = phrases?.find((phrase) => phrase.words.every((word, index) => words[at + index] === word));
  return found ? { thing: found.thing, length: found.words.length } : null;
}

/** Phrases that were written in one word: 'speechtotext'. */
const inOneWord = new Map<string, string>();
for (const phrases of byFirstWord.values())
  for (const { words, thing } of phrases) if (words.length > 1) inOneWord.set(words.join(''), thing);

export function phraseInOneWord(word: string): string | null {
  return inOneWord.get(word) ?? null;
}

/** Phrases of two words, for those who say them in other forms or the other way round: 'detect defects', 'people counter'. */
const turned = createTurned(
  [...byFirstWord.values()].flatMap((phrases) => phrases.map(({ words, thing }) => [words, thing] as const)),
);

/** Thing that two words stand for in other forms, or in the other order. */
export function turnedPhrase(words: readonly [string, string]): string | null {
  return turned(words);
}

/** Words implied by others for people who know the things: a GeForce is NVIDIA's. */
const saidAlong = new Map(
  Object.entries({
    nvidia:
      'geforce rtx gtx tesla quadro a10 a100 a6000 h100 h200 b200 b300 gh200 gb200 l4 l40 l40s t4 v100 p100 dgx hgx cuda',
    amd: 'radeon instinct mi210 mi250 mi250x mi300x mi325x mi355x epyc ryzen rocm',
    intel: 'gaudi xeon habana',
    google: 'tpu gemma gemini',
    meta: 'llama',
  }).flatMap(([maker, made]) => made.split(' ').map((thing) => [thing, maker] as const)),
);

export function makerOf(word: string): string | null {
  return saidAlong.get(word) ?? null;
}
