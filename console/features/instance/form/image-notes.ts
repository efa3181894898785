// What images are made for, and whether that runs on a sled here.
import { ARCHITECTURE_NAMES, type Architecture } from '#contract/architecture-names.ts'
import { imageArchitectures } from '../../../architecture-queries.ts'
import { usePlatform } from '../../../platform.ts'
import { useLoad } from '../../../use-api.ts'

/** The note of an image, by its id. Undefined if nothing is known. */
export function useImageNotes(): (id: string) => string | undefined {
  const platform = usePlatform()
  const { data } = useLoad(imageArchitectures())
  const known = new Map(
    data?.type === 'success' ? data.data.items.map(({ id, architecture }) => [id, architecture] as const) : [],
  )
  return (id) => {
    const architecture = known.get(id)
    return architecture && noteOn(architecture, platform?.architectures)
  }
}

export function noteOn(architecture: Architecture, here: readonly Architecture[] | undefined): string {
  const name = ARCHITECTURE_NAMES[architecture]
  return here && !here.includes(architecture) ? `${name}, which runs on no sled here` : name
}
