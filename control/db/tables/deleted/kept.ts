// What the table `deleted` holds: rows of other tables, as data.

/** Subnets are kept with their VPC and not listed alone. */
export type KeptNoun = 'instance' | 'disk' | 'snapshot' | 'image' | 'vpc' | 'project' | 'vpc_subnet'

export type KeptRow = Readonly<Record<string, unknown>>
/** By table. */
export type KeptRows = Readonly<Record<string, readonly KeptRow[]>>
