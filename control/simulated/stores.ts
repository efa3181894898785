// The state of a simulated rack in the database: all replicas see the same machines, switches and networks.
import type { SimulatedStores } from '#drivers/simulated/rack.ts'
import type { Database } from '../db/database.ts'
import type { DecodeBase64 } from '../frame/ports/host.ts'
import { makeMachineStore } from './machine-store.ts'
import { makeNetworkStore } from './network-store.ts'
import { makeSwitchStore } from './switch-store.ts'

export const makeSimulatedStores = (db: Database, decodeBase64: DecodeBase64): SimulatedStores => ({
  machineStore: makeMachineStore(db, decodeBase64),
  switchStore: makeSwitchStore(db),
  networkStore: makeNetworkStore(db),
})
