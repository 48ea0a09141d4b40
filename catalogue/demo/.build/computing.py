from lib import P
def C(id,name,price,prov,stock,desc,specs,opts=None,sale=None,unit="hour"): P(id,name,"computing",price,unit,prov,stock,desc,specs,opts,sale)
NL="Northlight Compute"; CR="Copperline Racks"; BC="Basalt Cloud Works"
def H(slug,card,price,stock,regions,desc,specs):
    C("hycons-"+slug,card+" (HYCONS)",price,"HYCONS",stock,desc,specs,{"Number of GPU":["1","2","4","8"],"Available Region":regions})
def D(slug,card,price,stock,n,regions,desc,specs):
    C("dbc-"+slug,card+" on DeepBrain Chain",price,"DBC",stock,desc,specs,{"Number of GPU":n,"Available Region":regions})

# ---------- ordinary ----------
C("h100-sxm-80gb","H100 SXM 80 GB",2.65,NL,64,"""
H100 SXM accelerators by the hour, in nodes of eight joined by NVLink. Good for training and large-model serving.

Rent one GPU or a whole node. Full nodes come with 400 Gb/s InfiniBand per GPU, so jobs can span several of them; single GPUs share the node with other customers through hardware isolation.

- FP8 through the **Transformer Engine**
- Images with CUDA, PyTorch and Slurm ready to use
- Local NVMe scratch of 3.5 TB for each GPU

Billing is by the minute. Scratch data is erased when the rental ends.
""","""
GPU: NVIDIA H100 SXM5
Memory: 80 GB HBM3
Memory bandwidth: 3.35 TB/s
CUDA cores: 16,896
GPU interconnect: NVLink, 900 GB/s
Max power: 700 W
Host per GPU: 24 vCPU, 230 GB RAM
Network: 400 Gb/s InfiniBand per GPU on full nodes
""",{"Region":["Oregon","Quebec","Norway"],"GPUs":["1","2","4","8"]},sale=2.29)

C("h200-sxm-141gb","H200 SXM 141 GB",3.6,NL,24,"""
H200 SXM with 141 GB of HBM3e per GPU. The extra memory helps with long contexts and larger batches.

Compute throughput matches the H100 SXM; the difference is memory. A 70-billion-parameter model in FP8 fits on **one GPU** with ample room for the key-value cache.

- Nodes of eight with NVLink
- Whole nodes only for terms over one month
- Prebuilt serving images for vLLM and SGLang

Choose the H100 when your job is limited by arithmetic, and this one when it is limited by memory.
""","""
GPU: NVIDIA H200 SXM
Memory: 141 GB HBM3e
Memory bandwidth: 4.8 TB/s
CUDA cores: 16,896
GPU interconnect: NVLink, 900 GB/s
Max power: 700 W
Local storage: 7 TB NVMe per GPU
""",{"Region":["Oregon","Norway"],"GPUs":["1","2","4","8"]})

C("mi300x-192gb","Instinct MI300X 192 GB",2.4,BC,32,"""
AMD Instinct MI300X with 192 GB of HBM3 on each accelerator, rented singly or in nodes of eight.

Large memory makes it a calm choice for serving big models without splitting them. Images carry **ROCm 6** with PyTorch and vLLM builds that we test on every driver update.

- Root access in a virtual machine or container
- Eight accelerators fully connected by Infinity Fabric
- Help with moving CUDA code through `hipify`

Custom CUDA kernels need porting; most PyTorch code runs unchanged.
""","""
Accelerator: AMD Instinct MI300X
Architecture: CDNA 3
Memory: 192 GB HBM3
Memory bandwidth: 5.3 TB/s
Compute units: 304
Max power: 750 W
Software: ROCm 6, PyTorch, vLLM
""",{"Region":["Finland","Texas"],"Accelerators":["1","2","4","8"]},sale=2.1)

C("l40s-48gb","L40S 48 GB",0.99,CR,48,"""
L40S cards for inference, rendering and moderate fine-tuning, with 48 GB of ECC memory.

The Ada generation brings FP8 and hardware video encoding in one card, so it suits mixed pipelines: decode video, run a model, encode the result. There is **no NVLink**; cards talk over PCIe 4.0.

- One to eight cards in a machine
- Persistent volumes that survive a stop
- Snapshots at no charge up to 100 GB

Stopped machines pay only for storage.
""","""
GPU: NVIDIA L40S
Architecture: Ada Lovelace
Memory: 48 GB GDDR6 with ECC
Memory bandwidth: 864 GB/s
CUDA cores: 18,176
Max power: 350 W
Interface: PCIe 4.0 x16
""",{"Region":["Netherlands","Ohio"],"GPUs":["1","2","4","8"]})

C("b200-180gb","B200 180 GB",5.2,NL,0,"""
Blackwell B200 nodes of eight GPUs with fifth-generation NVLink, for training and very large model serving.

Nodes are liquid cooled and rented whole. FP4 and FP8 paths are available through the current CUDA and TensorRT-LLM images, which are **kept side by side** so older jobs keep running.

- 180 GB usable memory on each GPU
- Reserved terms from one month
- Assistance with the first multi-node launch

All nodes are reserved at the moment. The waiting list is worked through in order of request.
""","""
GPU: NVIDIA B200 (HGX)
Architecture: Blackwell
Memory: 180 GB HBM3e
Memory bandwidth: Up to 8 TB/s
GPU interconnect: NVLink 5, 1.8 TB/s
Max power: 1,000 W
Node size: 8 GPUs
""",{"Term":["1 month","6 months","12 months"]})

C("a100-sxm-80gb","A100 SXM 80 GB",1.45,CR,72,"""
A100 SXM with 80 GB of HBM2e, a well understood card for training, research and scientific computing.

Software support is mature and surprises are rare. Each GPU can be split into up to **seven isolated instances** with MIG, which is handy for teaching and small services.

- BF16 and TF32 tensor cores, full-rate FP64
- Nodes of eight joined by NVSwitch
- Slurm or Kubernetes on request

There is no FP8 on this generation. If your model needs it, look at the H100 or L40S.
""","""
GPU: NVIDIA A100 SXM4
Memory: 80 GB HBM2e
Memory bandwidth: 2,039 GB/s
CUDA cores: 6,912
GPU interconnect: NVLink, 600 GB/s
Max power: 400 W
MIG: Up to 7 instances
""",{"Region":["Ohio","Netherlands","Singapore"],"GPUs":["1","2","4","8"]},sale=1.19)

C("l4-24gb","L4 24 GB",0.44,BC,120,"""
Small, frugal L4 cards for steady inference: speech, embeddings, vision and video transcoding.

At 72 watts the L4 is made for services that run all day. It decodes and encodes **AV1** in hardware and holds 8-billion-parameter models in 8-bit with room for a modest context.

- Fixed public address included
- Autoscaling groups from zero
- Health checks and rolling updates

Memory bandwidth is the limit for text generation, so batch your requests.
""","""
GPU: NVIDIA L4
Architecture: Ada Lovelace
Memory: 24 GB GDDR6
Memory bandwidth: 300 GB/s
Max power: 72 W
Form factor: Low profile, single slot
Video: AV1, HEVC and H.264 encode and decode
""",{"Region":["Finland","Texas","Japan"]})

C("rtx-6000-ada-48gb","RTX 6000 Ada 48 GB",0.79,CR,30,"""
Workstation-class RTX 6000 Ada with 48 GB of ECC memory, for rendering, simulation and model development.

Each card has its own machine with fast local storage. A remote desktop image with studio drivers is available, as well as the usual command-line images.

- Blender, Omniverse and PyTorch images
- **Saved workspaces** that open on any free machine
- Upload of scene files by `rsync` or browser

Cards are joined by PCIe only, as this generation has no NVLink.
""","""
GPU: NVIDIA RTX 6000 Ada Generation
Memory: 48 GB GDDR6 with ECC
Memory bandwidth: 960 GB/s
CUDA cores: 18,176
Max power: 300 W
Interface: PCIe 4.0 x16
Remote desktop: Yes
""",{"Region":["Ohio","Netherlands"],"Image":["Desktop","Command line"]})

C("mi325x-256gb","Instinct MI325X 256 GB",3.1,BC,16,"""
AMD Instinct MI325X with 256 GB of HBM3E per accelerator, for models that are awkward to split.

Eight of them hold **two terabytes** of memory in a single node, enough for the largest open-weight mixture-of-experts models in FP8 with long contexts.

- vLLM and SGLang images on ROCm
- 400 Gb/s Ethernet for each accelerator
- Monthly profile session with our engineers

Half nodes are possible when a full node is not needed. Single accelerators are rented for tests of up to 48 hours.
""","""
Accelerator: AMD Instinct MI325X
Architecture: CDNA 3
Memory: 256 GB HBM3E
Memory bandwidth: 6 TB/s
Compute units: 304
Max power: 1,000 W
Network: 400 Gb/s Ethernet per accelerator
""",{"Region":["Finland"],"Accelerators":["1","4","8"]})

C("gaudi-3-128gb","Gaudi 3 128 GB",1.9,BC,8,"""
Intel Gaudi 3 accelerators with built-in Ethernet, for teams that want an alternative to GPUs for training and serving.

Each accelerator carries 24 ports of 200 Gb/s Ethernet, so scaling out uses **ordinary switches**. PyTorch models run through the Gaudi software suite; many common transformer models are ready to use.

- Nodes of eight
- Reference recipes for fine-tuning and serving
- Two free hours for a first port

Check operator support before you commit: code with custom CUDA kernels must be rewritten.
""","""
Accelerator: Intel Gaudi 3
Memory: 128 GB HBM2e
Memory bandwidth: 3.7 TB/s
Networking: 24 x 200 Gb/s Ethernet (RoCE)
Node size: 8 accelerators
Software: PyTorch with the Gaudi software suite
""",{"Accelerators":["1","8"]})

C("a10-24gb","A10 24 GB",0.39,CR,60,"""
A10 cards for everyday inference, notebooks and virtual desktops at a low hourly price.

The Ampere generation is supported by practically every framework release. With 24 GB it fits image generators, speech models and **quantized** language models up to about 30 billion parameters.

- Notebook image with a shared home folder
- Idle shutdown after a time you set
- Classroom mode: up to 40 identical machines from one image

Not suited to multi-card training, since cards are on PCIe and often in different hosts.
""","""
GPU: NVIDIA A10
Architecture: Ampere
Memory: 24 GB GDDR6
Memory bandwidth: 600 GB/s
Max power: 150 W
Interface: PCIe 4.0 x16
""",{"Region":["Ohio","Netherlands","Singapore"]},sale=0.29)

C("epyc-9654-cpu-node","EPYC 9654 CPU Node, 96 Cores",1.15,NL,20,"""
A bare-metal 96-core server for data preparation, tokenizing, vector indexing and CPU inference.

A good share of machine learning work never touches a GPU. This node reads, cleans and shuffles data next to the GPU racks, on the **same private network**, so nothing needs to be copied across sites.

- Full machine, no virtualization
- Twelve channels of DDR5-4800
- AVX-512 with VNNI and BF16 instructions

Provisioning takes about eight minutes. Linux images only.
""","""
CPU: AMD EPYC 9654, 96 cores, 192 threads
L3 cache: 384 MB
Memory: 768 GB DDR5-4800
Storage: 2 x 7.68 TB NVMe
Network: 2 x 100 Gb/s Ethernet
Boost clock: Up to 3.7 GHz
""",{"Region":["Oregon","Quebec","Norway"]})

# ---------- HYCONS ----------
H("rtx-4090","RTX 4090",0.42,86,["United States","Germany","South Korea","Singapore","Canada"],"""
GeForce RTX 4090 with 24 GB for fine-tuning, image generation and inference of medium-sized models.

Choose the number of cards and a region; the machine is ready in a few minutes with SSH, a notebook and Docker. Cards in one machine are joined by **PCIe**, so data-parallel work scales well and tensor-parallel work less so.

- CUDA 12 images
- 100 GB of disk included
- Hourly rental that can be extended at any time
""","""
GPU: GeForce RTX 4090
Architecture: Ada Lovelace
Memory: 24 GB GDDR6X
Memory bandwidth: 1,008 GB/s
CUDA cores: 16,384
Graphics power: 450 W
Interface: PCIe 4.0 x16
""")
H("rtx-5090","RTX 5090",0.68,41,["United States","Germany","Japan","South Korea"],"""
GeForce RTX 5090 with 32 GB of GDDR7, the largest memory on a consumer card of its generation.

The wider bus makes a visible difference for text generation, where memory speed decides the token rate. Video and image models that just miss 24 GB usually fit here.

- FP4 and FP8 tensor cores
- Needs **CUDA 12.8** or newer, which the images include
- One to eight cards per rental

Older PyTorch builds do not know this architecture, so start from the supplied image.
""","""
GPU: GeForce RTX 5090
Architecture: Blackwell
Memory: 32 GB GDDR7
Memory bandwidth: 1,792 GB/s
CUDA cores: 21,760
Graphics power: 575 W
Interface: PCIe 5.0 x16
""")
H("rtx-3080-ti","RTX 3080 Ti",0.17,53,["United States","Germany","Poland","Vietnam"],"""
GeForce RTX 3080 Ti with 12 GB, an economical card for smaller models and image work.

Bandwidth is close to that of the RTX 3090 while memory is half as large, so it is quick as long as the model fits. Stable Diffusion class models and 7B language models in **4-bit** run comfortably.

- Hourly rental, no minimum term
- SSH and notebook access
- 60 GB of disk included
""","""
GPU: GeForce RTX 3080 Ti
Architecture: Ampere
Memory: 12 GB GDDR6X
Memory bandwidth: 912 GB/s
CUDA cores: 10,240
Graphics power: 350 W
Interface: PCIe 4.0 x16
""")
H("rtx-3090","RTX 3090",0.24,97,["United States","Canada","Germany","France","South Korea"],"""
GeForce RTX 3090: 24 GB of memory at a low hourly rate, a favorite for learning and for LoRA training.

It holds the same models as an RTX 4090 and runs them more slowly. For jobs where memory decides and time does not, it is often the **cheapest way** to get the result.

- CUDA 11.8 and 12 images
- Two-card machines with an NVLink bridge in some locations
- 100 GB of disk included
""","""
GPU: GeForce RTX 3090
Architecture: Ampere
Memory: 24 GB GDDR6X
Memory bandwidth: 936 GB/s
CUDA cores: 10,496
Graphics power: 350 W
Interface: PCIe 4.0 x16
""")
H("rtx-5080","RTX 5080",0.39,34,["United States","Germany","Singapore"],"""
GeForce RTX 5080 with 16 GB of GDDR7, for fast image generation and inference of compact models.

A sensible step for workloads that fit in 16 GB and benefit from the Blackwell tensor cores. Video encoding is strong as well, with **two** hardware encoders.

- CUDA 12.8 images
- Docker and SSH
- 80 GB of disk included

For language models above about 14 billion parameters, a card with more memory is the better choice.
""","""
GPU: GeForce RTX 5080
Architecture: Blackwell
Memory: 16 GB GDDR7
Memory bandwidth: 960 GB/s
CUDA cores: 10,752
Graphics power: 360 W
Interface: PCIe 5.0 x16
""")
H("rtx-4080-super","RTX 4080 SUPER",0.31,28,["United States","Germany","Japan","Netherlands"],"""
GeForce RTX 4080 SUPER with 16 GB, for rendering, image generation and training of vision models.

It stays well below the power draw of an RTX 4090 and gives steady results in long jobs. FP8 is available through the Ada tensor cores.

- Blender and **ComfyUI** images
- Persistent disk during the rental
- One, two, four or eight cards
""","""
GPU: GeForce RTX 4080 SUPER
Architecture: Ada Lovelace
Memory: 16 GB GDDR6X
Memory bandwidth: 736 GB/s
CUDA cores: 10,240
Graphics power: 320 W
Interface: PCIe 4.0 x16
""")
H("rtx-3090-ti","RTX 3090 Ti",0.27,22,["United States","Germany","South Korea"],"""
GeForce RTX 3090 Ti with 24 GB, slightly faster than the RTX 3090 in memory-bound work.

Memory bandwidth equals that of the RTX 4090, so **token generation** speed is closer to it than the age of the card suggests. Prompt processing and training are slower.

- CUDA 12 images
- 100 GB of disk included
- Extend or stop at any hour
""","""
GPU: GeForce RTX 3090 Ti
Architecture: Ampere
Memory: 24 GB GDDR6X
Memory bandwidth: 1,008 GB/s
CUDA cores: 10,752
Graphics power: 450 W
Interface: PCIe 4.0 x16
""")
H("rtx-4070-ti-super","RTX 4070 Ti SUPER",0.25,37,["United States","Poland","Germany"],"""
GeForce RTX 4070 Ti SUPER with 16 GB on a 256-bit bus, a balanced card for inference at moderate cost.

Sixteen gigabytes cover most image generators and 13B-class language models in 4-bit. It is also a calm choice for **batch transcription** with speech models.

- Hourly rental
- Notebook, SSH and Docker
- 80 GB of disk included
""","""
GPU: GeForce RTX 4070 Ti SUPER
Architecture: Ada Lovelace
Memory: 16 GB GDDR6X
Memory bandwidth: 672 GB/s
CUDA cores: 8,448
Graphics power: 285 W
Interface: PCIe 4.0 x16
""")
H("rtx-5070-ti","RTX 5070 Ti",0.3,0,["United States","Japan"],"""
GeForce RTX 5070 Ti with 16 GB of GDDR7, for image models and everyday inference.

It offers much of the RTX 5080's memory speed at a lower rate. Works with FP8 and FP4 kernels where the framework supports Blackwell.

- CUDA 12.8 images
- 80 GB of disk included
- Rental by the hour

All cards are rented out just now; machines return as **running rentals end**.
""","""
GPU: GeForce RTX 5070 Ti
Architecture: Blackwell
Memory: 16 GB GDDR7
Memory bandwidth: 896 GB/s
CUDA cores: 8,960
Graphics power: 300 W
Interface: PCIe 5.0 x16
""")
H("rtx-3080","RTX 3080",0.14,61,["United States","Germany","Vietnam","Brazil"],"""
GeForce RTX 3080 in the 10 GB version, for learning, small fine-tunes and rendering farms.

Ten gigabytes is tight for current language models, yet fine for classic vision training, speech and small diffusion models. Several cards in one machine make a **cheap render node**.

- CUDA 11.8 and 12 images
- 60 GB of disk included
- No minimum term
""","""
GPU: GeForce RTX 3080 (10 GB)
Architecture: Ampere
Memory: 10 GB GDDR6X
Memory bandwidth: 760 GB/s
CUDA cores: 8,704
Graphics power: 320 W
Interface: PCIe 4.0 x16
""")
H("rtx-4060-ti","RTX 4060 Ti",0.13,45,["Germany","Poland","Singapore"],"""
GeForce RTX 4060 Ti in the 16 GB version: plenty of memory for the price, at a modest speed.

Useful for trying models that need space more than bandwidth, and for services with **light traffic**. The 128-bit bus keeps token rates low, so do not expect quick chat from a 13B model.

- FP8 through Ada tensor cores
- 60 GB of disk included
- Quiet on power: 165 W
""","""
GPU: GeForce RTX 4060 Ti (16 GB)
Architecture: Ada Lovelace
Memory: 16 GB GDDR6
Memory bandwidth: 288 GB/s
CUDA cores: 4,352
Graphics power: 165 W
Interface: PCIe 4.0 x8
""")
H("rtx-3070","RTX 3070",0.1,74,["United States","Vietnam","Thailand"],"""
GeForce RTX 3070 with 8 GB, one of the least expensive ways to get a tensor-core GPU by the hour.

Made for course work, data-loading experiments, small convolutional networks and embedding jobs. Eight gigabytes rules out most fine-tuning of language models, even with **4-bit** weights.

- Notebook image with PyTorch and JAX
- 40 GB of disk included
- Stop and start at will
""","""
GPU: GeForce RTX 3070
Architecture: Ampere
Memory: 8 GB GDDR6
Memory bandwidth: 448 GB/s
CUDA cores: 5,888
Graphics power: 220 W
Interface: PCIe 4.0 x16
""")
H("rtx-2080-ti","RTX 2080 Ti",0.11,39,["United States","South Korea","Germany"],"""
GeForce RTX 2080 Ti with 11 GB, an older card that still serves well for FP16 vision work.

The Turing tensor cores handle FP16 but not BF16, so recent training scripts may need `fp16` with loss scaling. Inference of **vision and speech** models is unproblematic.

- CUDA 11.8 and 12 images
- 60 GB of disk included
- Up to eight cards in a machine
""","""
GPU: GeForce RTX 2080 Ti
Architecture: Turing
Memory: 11 GB GDDR6
Memory bandwidth: 616 GB/s
CUDA cores: 4,352
Interface: PCIe 3.0 x16
""")
H("gtx-1080-ti","GTX 1080 Ti",0.07,18,["United States","Vietnam"],"""
GeForce GTX 1080 Ti with 11 GB, for teaching, legacy code and jobs where price is all that matters.

Pascal has **no tensor cores** and slow FP16, so run models in FP32 or with integer quantization. Many current libraries have dropped this generation; the images pin versions that still support it.

- CUDA 11.8 image
- 40 GB of disk included
- Good for reproducing older papers
""","""
GPU: GeForce GTX 1080 Ti
Architecture: Pascal
Memory: 11 GB GDDR5X
Memory bandwidth: 484 GB/s
CUDA cores: 3,584
Graphics power: 250 W
Interface: PCIe 3.0 x16
""")

# ---------- DBC ----------
D("rtx-4090","RTX 4090",0.38,120,["1","2","4","8"],["United States","South Korea","Vietnam","Singapore"],"""
GeForce RTX 4090 machines in a decentralized network, rented by the hour.

Machines belong to independent operators and are listed with their measured hardware. You choose region and number of cards, and receive SSH and notebook access once the rental starts.

- Suited to **fine-tuning**, rendering and batch inference
- Hardware checked before a machine is listed
- Bring your own container image

Keep checkpoints outside the machine, as a single operator's host can go offline.
""","""
GPU: GeForce RTX 4090
Memory: 24 GB GDDR6X
Memory bandwidth: 1,008 GB/s
CUDA cores: 16,384
Graphics power: 450 W
Interface: PCIe 4.0 x16
Access: SSH, notebook
""")
D("rtx-5090","RTX 5090",0.61,36,["1","2","4"],["United States","South Korea","Japan"],"""
GeForce RTX 5090 with 32 GB of GDDR7, offered by operators of a decentralized GPU network.

The card is a good match for image and video generation and for 4-bit language models up to about **40 billion parameters** on a single GPU.

- Images with CUDA 12.8
- Region and card count chosen at rental time
- Hourly terms

Network speed differs from host to host and is shown before you confirm.
""","""
GPU: GeForce RTX 5090
Memory: 32 GB GDDR7
Memory bandwidth: 1,792 GB/s
CUDA cores: 21,760
Graphics power: 575 W
Interface: PCIe 5.0 x16
""")
D("a100-80gb","A100 80 GB",1.25,18,["1","2","4","8"],["United States","Singapore"],"""
A100 80 GB PCIe cards from data-center operators within a decentralized GPU network.

For training runs that need more memory than a consumer card and steady hosts. Machines are located in **professional facilities** and listed with disk and network figures.

- BF16 and TF32 tensor cores
- MIG can be switched on for single-card rentals
- SSH and container access

Longer rentals can be extended while they run.
""","""
GPU: NVIDIA A100 PCIe
Memory: 80 GB HBM2e
Memory bandwidth: 1,935 GB/s
CUDA cores: 6,912
Max power: 300 W
Interface: PCIe 4.0 x16
""")
D("rtx-3090","RTX 3090",0.21,88,["1","2","4","8"],["United States","South Korea","Vietnam","Germany"],"""
GeForce RTX 3090 with 24 GB from independent operators, for training and inference on a small budget.

A common card in the network, so a free machine is usually available in each region. It fits **QLoRA** tuning of 13B models and most diffusion pipelines.

- Hourly rental
- Container image of your choice
- Disk size shown for each machine

Save results often and copy them away before the rental ends.
""","""
GPU: GeForce RTX 3090
Memory: 24 GB GDDR6X
Memory bandwidth: 936 GB/s
CUDA cores: 10,496
Graphics power: 350 W
Interface: PCIe 4.0 x16
""")
D("h100-pcie","H100 PCIe",1.95,12,["1","2","4"],["United States","Canada"],"""
H100 PCIe cards with 80 GB, rented by the hour through a decentralized network.

The PCIe version has lower power limits and less bandwidth than the SXM one, and costs less. It suits **FP8 inference** and fine-tuning on one or two cards.

- Facilities in North America
- Root access in a container
- CUDA 12 images

For tightly coupled jobs on eight GPUs, an SXM node with NVLink is the better tool.
""","""
GPU: NVIDIA H100 PCIe
Memory: 80 GB HBM2e
Memory bandwidth: 2 TB/s
CUDA cores: 14,592
Max power: 350 W
Interface: PCIe 5.0 x16
""")
D("rtx-a6000","RTX A6000",0.49,26,["1","2","4","8"],["United States","Germany","South Korea"],"""
RTX A6000 workstation cards with 48 GB, offered by operators of a decentralized GPU network.

Twice the memory of a consumer card of the same generation, with ECC. It holds 70B models in **4-bit** with a short context, or large scenes for rendering.

- Pairs with an NVLink bridge at some hosts
- Hourly rental
- SSH, notebook and container access

Speed is that of the Ampere generation, and FP8 is not available.
""","""
GPU: NVIDIA RTX A6000
Memory: 48 GB GDDR6 with ECC
Memory bandwidth: 768 GB/s
CUDA cores: 10,752
Max power: 300 W
Interface: PCIe 4.0 x16
""")
D("rtx-4080","RTX 4080",0.28,44,["1","2","4"],["Vietnam","South Korea","United States"],"""
GeForce RTX 4080 with 16 GB for inference, rendering and small fine-tunes, in a decentralized network.

A moderate card for work that fits in 16 GB. Image generation runs briskly, and **speech recognition** batches do well.

- Ada generation with FP8
- Container image of your choice
- Hourly terms with extension

The number of free machines changes during the day, so have a second region in mind.
""","""
GPU: GeForce RTX 4080
Memory: 16 GB GDDR6X
Memory bandwidth: 716.8 GB/s
CUDA cores: 9,728
Graphics power: 320 W
Interface: PCIe 4.0 x16
""")
D("v100-32gb","V100 32 GB",0.32,0,["1","2","4","8"],["United States","Singapore"],"""
Tesla V100 SXM2 with 32 GB of HBM2, for FP16 training, older code bases and double-precision science.

Volta has strong **FP64** for its price and high memory bandwidth. It does not support BF16, and recent attention kernels often require a newer generation.

- Machines with NVLink between cards
- CUDA 11.8 and 12 images
- SSH access

No machine is free at present; listings come back when rentals end.
""","""
GPU: NVIDIA Tesla V100 SXM2
Memory: 32 GB HBM2
Memory bandwidth: 900 GB/s
CUDA cores: 5,120
GPU interconnect: NVLink, 300 GB/s
Max power: 300 W
""")
# featured order of this category
ORDER="h100-sxm-80gb hycons-rtx-4090 dbc-rtx-4090 mi300x-192gb hycons-rtx-5090 h200-sxm-141gb l40s-48gb hycons-rtx-3080-ti dbc-rtx-5090 a100-sxm-80gb hycons-rtx-3090 b200-180gb l4-24gb hycons-rtx-5080 dbc-a100-80gb rtx-6000-ada-48gb hycons-rtx-4080-super dbc-rtx-3090 mi325x-256gb hycons-rtx-3090-ti a10-24gb hycons-rtx-4070-ti-super dbc-h100-pcie gaudi-3-128gb hycons-rtx-3080 epyc-9654-cpu-node dbc-rtx-a6000 hycons-rtx-5070-ti hycons-rtx-4060-ti dbc-rtx-4080 hycons-rtx-3070 hycons-rtx-2080-ti dbc-v100-32gb hycons-gtx-1080-ti".split()
