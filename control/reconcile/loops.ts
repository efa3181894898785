// Every reconcile loop there is.
import type { Host } from '../context.ts'
import type { Loop } from './loop.ts'

export const loops = (_host: Host): Loop[] => []
