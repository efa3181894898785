// Recognizes a driver's errors by name, because the host supplies the driver and its classes.
import type { DriverError, DriverErrorCode } from '#drivers/driver-error.ts'
import { Failure } from './errors.ts'

export const driverErrorOf = (error: unknown): DriverErrorCode | undefined =>
  error instanceof Error && error.name === 'DriverError' ? (error as DriverError).code : undefined

/** For callers who wait for the answer of the sled that an instance runs on. */
export async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (driverErrorOf(error) !== 'host') throw error
    throw new Failure(undefined, 'the sled that the instance runs on cannot be reached', 503)
  }
}
