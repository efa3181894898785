// Memory for chunks on their way in, used again and again: memory fresh from the system costs more than all else that is
// done with a chunk. One window, where letters lie while they are decoded, and places for the bytes they stand for.
import { decoderOver } from './base64-simd.ts'

export const CHUNK = 512 * 1024
/** A whole chunk in base64, and room for the JSON around it. */
export const LONGEST = Math.ceil(CHUNK / 3) * 4 + 1024
/** What so many letters may stand for, and what the decoder writes beyond the end. */
const ROOM = (LONGEST / 4) * 3 + 16
/** Four browsers that send six each. More may be under way, in ordinary memory. */
const PLACES = 24
const WINDOW = 128 * 1024
const PAGE = 65_536

const memory = new WebAssembly.Memory({ initial: Math.ceil((WINDOW + PLACES * ROOM) / PAGE) })
const decodeGroups = decoderOver(memory)

/** Good until the next who uses it: nobody may wait for anything meanwhile. */
export const window = Buffer.from(memory.buffer, 0, WINDOW)

const idle = Array.from({ length: PLACES }, (_, place) => Buffer.from(memory.buffer, WINDOW + place * ROOM, ROOM))

export type Place = Buffer<ArrayBuffer>

export const takePlace = (): Place | undefined => idle.pop()
export const givePlaceBack = (place: Place): void => void idle.push(place)

/** From the window into a place, sixteen letters at a time; false when one is not of the alphabet. */
export const decodeInto = (place: Place, at: number, from: number, letters: number): boolean =>
  letters === 0 || decodeGroups(from, place.byteOffset + at, from + letters) === 1
