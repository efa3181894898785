// Uploads of image files. The file is in the volume with the same id until an image is made of it.
import { integer, table, text, time, uuid } from '../define.ts'

export const image_upload = table(
  'image_upload',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'restrict'),
    project_id: uuid().references('project', 'restrict'),
    /** Whoever began it. */
    user_id: uuid(),
    name: text(),
    description: text(),
    os: text(),
    version: text(),
    block_size: integer(),
    url: text().nullable(),
    fingerprint: text().nullable(),
    size: integer().nullable(),
    received: integer(),
    state: text<'receiving' | 'fetching' | 'converting' | 'done' | 'failed'>(),
    problem: text().nullable(),
    /** The volume of the attempt to make an image, and the image itself once it is done. */
    image_id: uuid().nullable(),
    /** Bytes charged to the quota. */
    charged: integer(),
    /** Attempts to make an image, counted so that one that crashes the server is not repeated forever. */
    attempts: integer(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    index: [
      ['project_id', 'id'],
      ['state', 'id'],
    ],
  },
)
