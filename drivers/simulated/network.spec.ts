import { networkCases } from '../network.cases.ts'
import { testingClock } from '../testing-clock.ts'
import { makeMemoryNetworkStore, makeSimulatedNetwork } from './network.ts'

networkCases('simulated', async () => {
  const clock = testingClock()
  const store = makeMemoryNetworkStore()
  const network = makeSimulatedNetwork({ clock, store })
  return {
    network,
    setCondition: network.setCondition,
    pass: clock.advance,
    reopen: async () => makeSimulatedNetwork({ clock, store }),
  }
})
