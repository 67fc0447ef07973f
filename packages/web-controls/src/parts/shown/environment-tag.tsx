import type { Environment } from '@qd/contract-kit'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { Tag } from './tag.tsx'
import type { Tone } from './tag.tsx'

/** Colour that warns of an environment, the same wherever its name stands. */
export const ENVIRONMENT_TONES: Readonly<Record<Environment, Tone>> = {
  dev: 'ok',
  test: 'ok',
  staging: 'warn',
  production: 'error',
}

/** The environment of a line, in the one word and colour the whole console uses. */
export function EnvironmentTag({ environment }: { environment: Environment }): ReactNode {
  const t = useKitText()
  return <Tag tone={ENVIRONMENT_TONES[environment]}>{t(`environment.${environment}`)}</Tag>
}
