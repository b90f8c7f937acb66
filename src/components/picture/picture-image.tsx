export type Picture = {
  readonly src: string;
  readonly srcSet?: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
};

/** If `sizes` is set (the picture's width, as in HTML), the picture loads with priority. A drawing has no `srcSet`. */
export function PictureImage({
  picture: { alt, ...picture },
  className,
  sizes,
}: {
  picture: Picture;
  className?: string | undefined;
  sizes?: string | undefined;
}) {
  return (
    <img
      {...picture}
      alt={alt}
      className={className}
      decoding="async"
      {...(picture.srcSet && { sizes: sizes ?? `auto, ${picture.width}px` })}
      {...(sizes === undefined ? { loading: 'lazy' } : { loading: 'eager', fetchPriority: 'high' })}
    />
  );
}
