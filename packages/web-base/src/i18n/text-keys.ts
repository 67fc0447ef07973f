/** Plural endings of i18next; the key without them is what code names. */
type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutPlural<K extends string> = K extends `${infer Base}_${Plural}` ? Base : K

/** All keys of a text file as dotted paths. */
export type TextKeys<T> = T extends string
  ? never
  : {
      [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${TextKeys<T[K]>}`
    }[keyof T & string]

/** Text files by namespace; each feature adds its own by declaration merging. */
// eslint-disable-next-line typescript/no-empty-object-type -- filled by the features
export interface FeatureTexts {}

export type Namespace = keyof FeatureTexts & string
export type KeyOf<N extends Namespace> = TextKeys<FeatureTexts[N]>
/** `count` chooses the plural form, and is written as the language writes numbers. */
export type TextValues = Readonly<Record<string, string | number>> & { readonly count?: number }
export type Translate<K extends string> = (key: K, values?: TextValues) => string
