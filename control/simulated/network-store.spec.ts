// The simulated network in a database: the test suite for networks, with a second connection as another replica has it.
import { networkCases } from '#drivers/network.cases.ts'
import { makeSimulatedNetwork } from '#drivers/simulated/network.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeNetworkStore } from './network-store.ts'

eachDatabase((name, open) => {
  networkCases(`simulated on ${name}`, async () => {
    const clock = testingClock()
    const db = await open()
    const make = () => makeSimulatedNetwork({ clock, store: makeNetworkStore(db) })
    const network = make()
    return { network, setCondition: network.setCondition, pass: clock.advance, reopen: async () => make() }
  })
})
