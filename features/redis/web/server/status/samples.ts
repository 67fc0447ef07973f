import { useLive, whenSessionEnds } from '@qd/web-calls'
import { useState } from 'react'
import { create } from 'zustand'
import { SAMPLES_KEPT_MS, serverChannel } from '../../../contract/index.ts'
import type { ServerSample } from '../../../contract/index.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'

type Samples = readonly ServerSample[]

/** What was seen of each connection; it outlives a look at another page. */
const useKeptSamples = create<Readonly<Record<string, Samples>>>()(() => ({}))

whenSessionEnds(() => useKeptSamples.setState({}, true))

/** Adds what was told: each reading once, in its order, the last minutes only. */
export function joinSamples(kept: Samples, told: Samples): Samples {
  const byTime = new Map([...kept, ...told].map((sample) => [sample.at, sample]))
  const all = [...byTime.values()].toSorted((left, right) => left.at - right.at)
  const last = all.at(-1)?.at ?? 0
  return all.filter(({ at }) => at > last - SAMPLES_KEPT_MS)
}

const NONE: Samples = []

/** Figures of a server as they come; nothing is read while it is paused. */
export function useSamples(
  database: OpenDatabase,
  { seconds, isPaused }: { seconds: number; isPaused: boolean },
): { samples: Samples; failure: string } {
  const { id } = database.connection
  const samples = useKeptSamples((kept) => kept[id] ?? NONE)
  const [failure, setFailure] = useState('')
  useLive(serverChannel, isPaused ? null : { ...bodyOf(database), everyMs: seconds * 1_000 }, (event) => {
    setFailure(event.kind === 'failed' ? event.msg : '')
    if (event.kind === 'samples') {
      useKeptSamples.setState((kept) => ({ ...kept, [id]: joinSamples(kept[id] ?? NONE, event.samples) }))
    }
  })
  return { samples, failure }
}

/** Points of a curve; where nothing was read for a while there is a gap. */
export function pointsOf(
  samples: Samples,
  valueOf: (sample: ServerSample) => number | null,
  everyMs: number,
): (number | null)[] {
  return samples.flatMap((sample, at) => {
    const before = samples[at - 1]
    const isGap = before !== undefined && sample.at - before.at > 3 * everyMs
    return isGap ? [null, valueOf(sample)] : [valueOf(sample)]
  })
}
