// Which images get a tile. No React here.
import type { Image } from './values.ts'

const MAX_TILES = 6

/** All of a few images. Of many, the newest of each operating system. */
export function tileImages(images: readonly Image[]): readonly Image[] {
  if (images.length <= MAX_TILES) return images
  const newest = new Map<string, Image>()
  for (const image of images) {
    const other = newest.get(image.os)
    if (!other || other.timeCreated < image.timeCreated) newest.set(image.os, image)
  }
  return [...newest.values()].slice(0, MAX_TILES)
}
