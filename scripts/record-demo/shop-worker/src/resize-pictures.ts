interface Picture {
  sku: string;
  variants: { width: number }[];
}

function widestVariant(picture: Picture): number {
  const [first, ...others] = picture.variants;
  return others.reduce((widest, variant) => Math.max(widest, variant.width), first!.width);
}

export function resizePictures(): void {
  const pictures: Picture[] = [
    { sku: 'A-100', variants: [{ width: 320 }, { width: 640 }] },
    { sku: 'A-200', variants: [] },
  ];
  // One tick per picture keeps the queue's heartbeat going.
  for (const picture of pictures) setTimeout(() => widestVariant(picture), 20);
}
