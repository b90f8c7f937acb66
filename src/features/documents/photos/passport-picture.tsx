import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { texts } from '#language';
import { useObjectUrl } from '#src/browser/use-object-url.ts';
import { Button } from '#src/components/button/button.tsx';
import { areaOf, type Frame, portrait, wholeFrame } from './crop.ts';
import { FromPictures, type FromPicturesProps, useFileOfPictures } from './from-pictures.tsx';
import { type Jpeg, type Turn, turnedLeft } from './pages.ts';
import styles from './photos.module.css';
import { readPicture } from './read-picture.ts';

/** The longer side of the picture on the page (`source`) and of the photograph that is sent has at most `maxSide` pixels. */
const source = { maxSide: 2000, quality: 0.9 } as const;
const photograph = { maxSide: 1200, quality: 0.85 } as const;
/** The photograph is made when nothing has changed for this time, in milliseconds. */
const delayMs = 200;

const sliders = [
  { name: 'size', min: 0.3 },
  { name: 'x', min: 0 },
  { name: 'y', min: 0 },
] as const;

export function PassportPicture({ onPreparing, ...props }: FromPicturesProps) {
  const text = texts().photographs;
  const [picture, setPicture] = useState<File>();
  /** Each chosen picture has a frame of its own, so this counts them. */
  const [selections, setSelections] = useState(0);
  const [status, setStatus] = useState('');
  const changeFile = useFileOfPictures(props, () => {
    setPicture(undefined);
    onPreparing(false);
  });
  return (
    <FromPictures
      {...props}
      camera="user"
      buttons={[text.takePhoto, text.usePicture]}
      status={picture ? status : ''}
      onSelect={([selected]) => {
        setStatus(text.reading);
        setPicture(selected);
        setSelections((before) => before + 1);
        onPreparing(true);
        // The photograph belongs to the previous picture.
        changeFile(undefined);
      }}
    >
      {picture ? (
        <Crop
          key={selections}
          file={picture}
          onChange={() => {
            onPreparing(true);
            changeFile(undefined);
          }}
          onEnd={(text, photograph) => {
            setStatus(text);
            if (photograph) changeFile(photograph);
            else if (picture === props.assigned) props.onFileChange(picture);
            onPreparing(false);
          }}
        />
      ) : null}
    </FromPictures>
  );
}

/** Selects the part of the picture with sliders, or by dragging the frame. */
function Crop({
  file,
  onChange,
  onEnd,
}: {
  file: File;
  onChange: () => void;
  /** Called with the text of the status line when the photograph is made or cannot be made. */
  onEnd: (status: string, photograph?: File) => void;
}) {
  const [turn, setTurn] = useState<Turn>(0);
  const [frame, setFrame] = useState(wholeFrame);
  const [picture, setPicture] = useState<Jpeg>();
  const url = useObjectUrl(picture?.blob);
  const pointer = useRef({ pointerId: 0, x: 0, y: 0 });
  const change = useEffectEvent(onChange);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    let isObsolete = false;
    readPicture(file.name, { ...source, source: file, turn }).then(
      (jpeg) => isObsolete || setPicture(jpeg),
      (error: Error) => isObsolete || end(error.message),
    );
    return () => {
      isObsolete = true;
    };
  }, [file, turn]);

  useEffect(() => {
    if (!picture) return;
    change();
    let isObsolete = false;
    const timer = window.setTimeout(() => {
      const area = areaOf(picture, frame);
      readPicture(file.name, { ...photograph, source: picture.blob, turn: 0, area }).then(
        ({ blob }) => {
          const made = new File([blob], 'passport.jpg', { type: 'image/jpeg' });
          if (!isObsolete) end(texts().photographs.framed, made);
        },
        (error: Error) => isObsolete || end(error.message),
      );
    }, delayMs);
    return () => {
      isObsolete = true;
      window.clearTimeout(timer);
    };
  }, [file, picture, frame]);

  if (!picture) return null;
  const text = texts().photographs;
  const area = areaOf(picture, frame);
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

  function drag(event: PointerEvent<HTMLDivElement>) {
    const { buttons, pointerId, clientX: x, clientY: y } = event;
    if (buttons === 0 || !picture || pointerId !== pointer.current.pointerId) return;
    // Safari on iOS does not have the event's own movement.
    const by = { x: x - pointer.current.x, y: y - pointer.current.y };
    pointer.current = { pointerId, x, y };
    const box = event.currentTarget.getBoundingClientRect();
    const moved = (from: number, pixels: number, whole: number, part: number) =>
      whole === part ? from : Math.min(1, Math.max(0, from + pixels / (whole - part)));
    const scale = picture.width / box.width;
    setFrame((old: Frame) => ({
      ...old,
      x: moved(old.x, by.x * scale, picture.width, area.width),
      y: moved(old.y, by.y * scale, picture.height, area.height),
    }));
  }

  return (
    <fieldset className={styles.crop}>
      <legend>{text.frame}</legend>
      <div
        className={styles.picture}
        // A picture has the same left side in every language.
        dir="ltr"
        onPointerDown={({ currentTarget, pointerId, clientX: x, clientY: y }) => {
          currentTarget.setPointerCapture(pointerId);
          pointer.current = { pointerId, x, y };
        }}
        onPointerMove={drag}
      >
        {url ? <img src={url} alt={file.name} draggable={false} /> : null}
        <div
          className={styles.frame}
          style={{
            aspectRatio: portrait,
            insetInlineStart: percent(area.x, picture.width),
            insetBlockStart: percent(area.y, picture.height),
            inlineSize: percent(area.width, picture.width),
          }}
        />
      </div>
      {sliders.map(({ name, min }) => (
        <label key={name} className={styles.slider}>
          <span>{text[name]}</span>
          <input
            type="range"
            dir="ltr"
            min={min}
            max={1}
            step={0.02}
            value={frame[name]}
            onChange={({ target }) => setFrame({ ...frame, [name]: target.valueAsNumber })}
          />
        </label>
      ))}
      <Button variant="secondary" onClick={() => setTurn(turnedLeft)}>
        {text.turn}
      </Button>
    </fieldset>
  );
}
