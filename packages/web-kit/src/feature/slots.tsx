import { createContext, useContext } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { WebFeature, WebSlots } from './web-feature.ts'

const Features = createContext<readonly WebFeature[]>([])

export function FeaturesProvider(props: { features: readonly WebFeature[]; children: ReactNode }): ReactNode {
  return <Features value={props.features}>{props.children}</Features>
}

export function useFeatures(): readonly WebFeature[] {
  return useContext(Features)
}

/** Shows what features put into a slot, in the order they are composed. */
export function Slot(props: { name: keyof WebSlots; values?: object }): ReactNode {
  const features = useFeatures()
  return features.map((feature) => {
    const Part = feature.slots?.[props.name] as ComponentType<object> | undefined
    return Part === undefined ? null : <Part key={feature.name} {...props.values} />
  })
}
