import { Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#language/message.ts';
import { STAGE_CONTROL } from '../../layout/top-bar.tsx';

export const scenes = ['welcome', 'solution', 'computing', 'data', 'algorithm'] as const;

/** The change of video waits 100 ms and then takes 500 ms (statement H-04; the latter is in app.css). */
const SWITCH_DELAY_MS = 100;
const PAUSE_AFTER_MS = 700;
/** For browsers that do not say when they are idle. */
const IDLE_FALLBACK_MS = 200;

/**
 * The moving background: five layers behind the sections. A video is in the page only for the current section and
 * its neighbours, and is fetched only once it is current; with reduced motion or saved data the pictures stay still.
 */
export function SceneStage({ current }: { current: number }) {
  const shown = useDelayed(current, SWITCH_DELAY_MS);
  const moving = useMayMove();
  const [paused, setPaused] = useState(false);
  const videos = usePlayback(shown, moving && !paused);

  return (
    <>
      <div className="stage" aria-hidden="true">
        {scenes.map((scene, index) => (
          <div
            key={scene}
            data-scene={scene}
            data-on={shown === index ? '' : undefined}
            style={Math.abs(shown - index) < 2 ? { backgroundImage: `url(/video/${scene}.avif)` } : undefined}
          >
            {moving && Math.abs(shown - index) < 2 && (
              <video
                ref={(element) => {
                  videos.current[index] = element;
                }}
                muted
                loop
                playsInline
                preload="none"
                disablePictureInPicture
                tabIndex={-1}
              >
                <source src={`/video/${scene}.webm`} type='video/webm; codecs="av01.0.05M.10"' />
                <source src={`/video/${scene}.mp4`} type="video/mp4" />
              </video>
            )}
          </div>
        ))}
      </div>
      {moving &&
        createPortal(
          <PauseButton paused={paused} onToggle={() => setPaused(!paused)} />,
          // In the bar it stays at hand and covers nothing.
          document.getElementById(STAGE_CONTROL) as HTMLElement,
        )}
    </>
  );
}

/** Plays the video of one scene, if any, and pauses the others once they are out of sight. */
function usePlayback(shown: number, plays: boolean): RefObject<Array<HTMLVideoElement | null>> {
  const videos = useRef<Array<HTMLVideoElement | null>>([]);
  useEffect(() => {
    const timers = videos.current.map((video, index) => {
      if (!video) return undefined;
      if (index === shown && plays) {
        video.preload = 'auto';
        // Refused autoplay leaves the poster, which is what the visitor's browser asked for.
        void video.play().catch(() => {});
        return undefined;
      }
      return setTimeout(() => video.pause(), plays ? PAUSE_AFTER_MS : 0);
    });
    return () => timers.forEach(clearTimeout);
  }, [shown, plays]);
  return videos;
}

function PauseButton({ paused, onToggle }: { paused: boolean; onToggle: () => void }) {
  const Icon = paused ? Play : Pause;
  return (
    <button
      type="button"
      onClick={onToggle}
      className="icon-btn"
      aria-label={paused ? t('Play background videos') : t('Pause background videos')}
    >
      <Icon size={20} strokeWidth={1.6} aria-hidden />
    </button>
  );
}

function useDelayed(value: number, delayMs: number): number {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
}

/** False on the server and at first, so that the first view never waits for a video. */
function useMayMove(): boolean {
  const [may, setMay] = useState(false);
  useEffect(() => {
    const query = window.matchMedia('(prefers-reduced-motion: reduce)');
    const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
    function decide() {
      setMay(!query.matches && !connection?.saveData);
    }
    // The page is read before it moves: the videos wait until the browser has nothing better to do.
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, IDLE_FALLBACK_MS));
    idle(decide);
    query.addEventListener('change', decide);
    return () => query.removeEventListener('change', decide);
  }, []);
  return may;
}
