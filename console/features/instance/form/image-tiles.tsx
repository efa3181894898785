// The images people most likely want, as tiles with their operating system. The combobox below them has every image.
import { RadioGroup } from '../../../ui/input/radio.tsx'
import { tileImages } from './tile-images.ts'
import type { Image } from './values.ts'

interface ImageTilesProps {
  label: string
  images: readonly Image[]
  noteOf: (id: string) => string | undefined
  /** id of the chosen image */
  value: string
  onChange: (id: string) => void
}

export function ImageTiles({ label, images, noteOf, value, onChange }: ImageTilesProps) {
  const options = tileImages(images).map(({ id, name, os, version }) => ({
    value: id,
    label: <span className="font-medium">{name}</span>,
    help: [`${os} ${version}`, noteOf(id)].filter(Boolean).join(', '),
  }))
  return <RadioGroup look="tiles" name="imageTile" {...{ label, options, value, onChange }} />
}
