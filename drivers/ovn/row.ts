// Rows of OVN's northbound database as they should be. Whoever produces them knows neither UUIDs nor what is there already.

/** Another of our rows. */
export interface Ref {
  table: string
  key: string
}

export type Atom = string | number | boolean | Ref
/** An array is a set, an object without `table` a map. */
export type Value = Atom | readonly Atom[] | Readonly<Record<string, string>>

/** A row as it should be. The key is unique within the VPC and stays the same as long as it is the same thing. */
export interface WantedRow {
  table: string
  key: string
  columns: Readonly<Record<string, Value>>
}

/** Names a Logical_Switch_Port. Its `name` column is the interface's id, which is also the `iface-id` of the machine's interface. */
export const portKey = (interface_id: string) => `port:${interface_id}`
