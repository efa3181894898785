// Images of a project, or of the whole silo if project_id is null. Their contents are in the volume with the same id.
import type { Wire } from '#contract/api.ts'
import { integer, json, table, text, time, uuid } from '../../define.ts'

export const image = table(
  'image',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'restrict'),
    project_id: uuid().references('project', 'restrict').nullable(),
    name: text(),
    description: text(),
    os: text(),
    version: text(),
    size: integer(),
    block_size: integer(),
    /** The digest of an imported image; null for other images or until computed. */
    digest: json<{ type: 'sha256'; value: string }>().nullable(),
    labels: json<string[]>().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    // project images and silo images are separate namespaces
    unique: [
      { columns: ['project_id', 'name'], where: 'project_id is not null' },
      { columns: ['silo_id', 'name'], where: 'project_id is null' },
    ],
    index: [
      ['project_id', 'id'],
      { columns: ['silo_id', 'id'], where: 'project_id is null' },
      { columns: ['silo_id', 'project_id', 'id'], where: 'labels is not null', name: 'image_labels_index' },
    ],
  },
)

/** Uploads of image files. The file is in the volume with the same id until an image is made of it. */
export const image_upload = table(
  'image_upload',
  {
    id: uuid(),
    silo_id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    /** Whoever began it. */
    user_id: uuid(),
    name: text(),
    description: text(),
    os: text(),
    version: text(),
    block_size: integer(),
    /** Labels that the image gets. */
    labels: json<string[]>().nullable(),
    url: text().nullable(),
    fingerprint: text().nullable(),
    size: integer().nullable(),
    received: integer(),
    /** Recorded so far. The log has one entry for all of them. */
    pieces: integer(),
    state: text<Wire<'ImageUploadState'>>(),
    problem: text().nullable(),
    /** The volume of the attempt to make an image, and the image itself once it is done. */
    image_id: uuid().nullable(),
    /** Bytes charged to the quota. */
    charged: integer(),
    /** Attempts to make an image, counted so that one that crashes the server is not repeated forever. */
    attempts: integer(),
    /** How much of the image is made, in percent. Null while nobody knows. */
    percent: integer().nullable(),
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
