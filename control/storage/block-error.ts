// Recognizes a block store's errors by name, because the host supplies the block store and its classes.
import type { BlockError, BlockErrorCode } from '#drivers/blocks.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { Failure } from '../frame/errors.ts'

export const blockErrorOf = (error: unknown): BlockErrorCode | undefined =>
  error instanceof Error && error.name === 'BlockError' ? (error as BlockError).code : undefined

/** For callers who wait for the storage. */
export async function stored<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (driverErrorOf(error) !== 'host') throw error
    throw new Failure('ServiceNotAvailable', 'the storage does not answer', 503, { 'retry-after': '10' })
  }
}
