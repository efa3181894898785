// Recognizes a driver's errors by name, because the host supplies the driver and its classes.
import type { DriverError, DriverErrorCode } from '#drivers/driver-error.ts'

export const driverErrorOf = (error: unknown): DriverErrorCode | undefined =>
  error instanceof Error && error.name === 'DriverError' ? (error as DriverError).code : undefined
