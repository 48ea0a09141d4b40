#!/usr/bin/env bash
# encode.sh <folder> <scene...>: every <scene>.mkv becomes an AV1 WebM, an H.264 MP4 and an AVIF poster of frame 0.
# The quality sinks step by step until a file fits its budget, for a loop that keeps the page waiting helps nobody.
set -euo pipefail

folder=$1
shift
webm_budget=${WEBM_BUDGET:-690000}
mp4_budget=${MP4_BUDGET:-1100000}
poster_budget=${POSTER_BUDGET:-28000}
bt709=(-color_primaries bt709 -color_trc bt709 -colorspace bt709)

size() { wc -c <"$1" | tr -d ' '; }

# One key frame at the start is enough: nobody seeks in a loop. Ten bits keep the dark ramps free of bands.
encode_webm() {
  local source=$1 target=$2 crf=${AV1_CRF:-30}
  while :; do
    SVT_LOG=1 ffmpeg -v error -y -i "$source" -an -vf scale=out_color_matrix=bt709 -pix_fmt yuv420p10le \
      -c:v libsvtav1 -preset 5 -crf "$crf" -g 192 "${bt709[@]}" "$target"
    if [ "$(size "$target")" -le "$webm_budget" ] || [ "$crf" -ge 60 ]; then break; fi
    if [ "$(size "$target")" -gt $((2 * webm_budget)) ]; then crf=$((crf + 10)); else crf=$((crf + 5)); fi
  done
  echo "$target: crf $crf, $(size "$target") bytes"
}

encode_mp4() {
  local source=$1 target=$2 crf=${H264_CRF:-26}
  while :; do
    ffmpeg -v error -y -i "$source" -an -vf scale=out_color_matrix=bt709 -pix_fmt yuv420p \
      -c:v libx264 -preset slow -crf "$crf" -g 192 -tune animation -movflags +faststart "${bt709[@]}" "$target"
    if [ "$(size "$target")" -le "$mp4_budget" ] || [ "$crf" -ge 38 ]; then break; fi
    crf=$((crf + 3))
  done
  echo "$target: crf $crf, $(size "$target") bytes"
}

encode_poster() {
  local source=$1 target=$2
  ffmpeg -v error -y -i "$source" -frames:v 1 "$target.png"
  node --input-type=module - "$target" "$poster_budget" <<'NODE'
import sharp from 'sharp';
const [target, budget] = process.argv.slice(2);
for (let quality = 52; quality > 20; quality -= 6) {
  const { size } = await sharp(`${target}.png`).avif({ quality, effort: 5 }).toFile(target);
  if (size < Number(budget)) break;
}
NODE
  rm "$target.png"
  echo "$target: $(size "$target") bytes"
}

for scene in "$@"; do
  encode_webm "$folder/$scene.mkv" "$folder/$scene.webm"
  encode_mp4 "$folder/$scene.mkv" "$folder/$scene.mp4"
  encode_poster "$folder/$scene.mkv" "$folder/$scene.avif"
done
