// The demo world as the preview downloads it: a database file, and before it what is not in the database. A browser opens it in a
// fraction of the time that it takes to create the tables and insert the rows.
import type { DemoWorld } from '#control/demo/world.ts'

type Header = Pick<DemoWorld, 'end' | 'volumes'>

export interface WorldFile extends Header {
  /** A SQLite database. */
  db: Uint8Array
}

const LENGTH_BYTES = 4

export function packWorld({ db, end, volumes }: WorldFile): Uint8Array {
  const header = new TextEncoder().encode(JSON.stringify({ end, volumes } satisfies Header))
  const packed = new Uint8Array(LENGTH_BYTES + header.length + db.length)
  new DataView(packed.buffer).setUint32(0, header.length)
  packed.set(header, LENGTH_BYTES)
  packed.set(db, LENGTH_BYTES + header.length)
  return packed
}

export function unpackWorld(packed: Uint8Array): WorldFile {
  const end = LENGTH_BYTES + new DataView(packed.buffer, packed.byteOffset).getUint32(0)
  const header = JSON.parse(new TextDecoder().decode(packed.subarray(LENGTH_BYTES, end))) as Header
  return { ...header, db: packed.subarray(end) }
}
