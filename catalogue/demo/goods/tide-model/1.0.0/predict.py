# Height of the tide at Marram Pier, in meters: python predict.py 2026-03-14T06:00
import sys, math, datetime
from safetensors import safe_open

with safe_open("model.safetensors", framework="np") as model:
    speed, height, lag, mean = (model.get_tensor(name) for name in
        ("speed_degrees_per_hour", "height_m", "lag_degrees", "mean_level_m"))
epoch = datetime.datetime(2026, 3, 1)
hours = (datetime.datetime.fromisoformat(sys.argv[1]) - epoch).total_seconds() / 3600
print(round(float(mean[0]) + sum(float(h) * math.cos(math.radians(float(s) * hours - float(l)))
    for s, h, l in zip(speed, height, lag)), 2))
