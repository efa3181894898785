// What a block store says is wrong. By name: block stores are given, and their classes with them.
import type { BlockError, BlockErrorCode } from '#hypervisor/blocks.ts'

export const blockErrorOf = (error: unknown): BlockErrorCode | undefined =>
  error instanceof Error && error.name === 'BlockError' ? (error as BlockError).code : undefined
