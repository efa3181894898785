// What deleted things are called in a sentence.
import type { Deleted } from '../../deleted-queries.ts'

export const kindOf = (noun: Deleted['noun']): string => (noun === 'vpc' ? 'VPC' : noun)
