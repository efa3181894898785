// Recognizes a block store's errors by name, because the host supplies the block store and its classes.
import type { BlockError, BlockErrorCode } from '#drivers/blocks.ts'

export const blockErrorOf = (error: unknown): BlockErrorCode | undefined =>
  error instanceof Error && error.name === 'BlockError' ? (error as BlockError).code : undefined
