export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The applicant selects how much of the picture, and which part of it, each value from 0 to 1. */
export interface Frame {
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** The ratio is the width to the height of a passport photograph: 35 by 45 mm. */
export const portrait = 35 / 45;

/** The frame is as large as possible and in the middle: faces are seldom at the edge of a picture. */
export const wholeFrame: Frame = { size: 1, x: 0.5, y: 0.5 };

/** Returns the part of a picture inside the frame, in pixels. */
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
