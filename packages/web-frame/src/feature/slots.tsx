import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { create } from 'zustand'
import { PartBoundary } from './part-boundary.tsx'
import type { WebFeature, WebSlots } from './web-feature.ts'

// Not a React context: dialogs stand beside the pages and need the same features.
const useFeatureList = create<{ features: readonly WebFeature[] }>()(() => ({ features: [] }))

/** Says which features this console is made of; pages and dialogs know them from then on. */
export function setFeatures(features: readonly WebFeature[]): void {
  useFeatureList.setState({ features })
}

/** The same outside of components. */
export function composedFeatures(): readonly WebFeature[] {
  return useFeatureList.getState().features
}

export function useFeatures(): readonly WebFeature[] {
  return useFeatureList((state) => state.features)
}

interface SlotProps {
  name: keyof WebSlots
  values?: object
  /** Stands for a part that is not loaded yet; without it nothing does, and what is around stays as it is. */
  fallback?: ReactNode
  /** The part is the page itself: without it there is nothing to show. */
  isPage?: boolean
}

/** Shows what features put into a slot, in the order they are composed. */
export function Slot(props: SlotProps): ReactNode {
  const features = useFeatures()
  return features.map((feature) => {
    const Part = feature.slots?.[props.name] as ComponentType<object> | undefined
    if (Part === undefined) return null
    return (
      <Suspense key={feature.name} fallback={props.fallback ?? null}>
        {props.isPage === true ? (
          <Part {...props.values} />
        ) : (
          <PartBoundary>
            <Part {...props.values} />
          </PartBoundary>
        )}
      </Suspense>
    )
  })
}
