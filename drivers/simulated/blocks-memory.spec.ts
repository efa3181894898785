import { createSHA256 } from 'hash-wasm'
import { makeMemoryBlocks } from './blocks-memory.ts'
import { blocksCases } from '../blocks.cases.ts'

blocksCases('memory', async () => ({ store: makeMemoryBlocks(createSHA256) }))
