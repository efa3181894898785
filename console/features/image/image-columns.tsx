// The columns of a list of images, for the project's and for the silo's.
import type { Model } from '#contract/client.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, sizeColumn } from '../../table/columns.tsx'
import type { ResourceColumn } from '../../table/columns.tsx'

type Image = Model<'Image'>

const systemText = ({ os, version }: Image) => [os, version].filter(Boolean).join(' ')

export const imageColumns = (to: (image: Image) => string): ResourceColumn<Image>[] => [
  nameColumn(to),
  descriptionColumn(),
  { id: 'system', header: 'OS', text: systemText, cell: systemText },
  sizeColumn(),
  createdColumn(),
  idColumn(),
]
