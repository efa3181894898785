// What the kinds of address lots are called.
import type { Model } from '#contract/client.ts'

export const kindText: Record<Model<'AddressLot'>['kind'], string> = { infra: 'infrastructure', pool: 'pool' }
