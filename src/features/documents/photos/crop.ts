export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the applicant selects, each from 0 to 1: how much of the picture, and where. */
export interface Frame {
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** Width to height of a passport photograph: 35 by 45 mm. */
export const portrait = 35 / 45;

/** As much as possible, in the middle: faces are seldom at the edge of a picture. */
export const wholeFrame: Frame = { size: 1, x: 0.5, y: 0.5 };

/** The part of a picture inside the frame, in pixels. */
export function areaOf(
  picture: { readonly width: number; readonly height: number },
  frame: Frame,
): Area {
  const width = Math.min(picture.width, picture.height * portrait) * frame.size;
  const height = width / portrait;
  return {
    x: (picture.width - width) * frame.x,
    y: (picture.height - height) * frame.y,
    width,
    height,
  };
}
