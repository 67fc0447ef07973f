import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { CAPABILITY_KEYS } from './capability-keys.ts'
import { useHomeTexts } from './texts.ts'
import styles from './server-panel.module.css'

type Known = keyof typeof CAPABILITY_KEYS
const KNOWN = Object.keys(CAPABILITY_KEYS) as Known[]

function CapabilityRow(props: { label: string; isOffered: boolean; names: readonly string[] }): ReactNode {
  const t = useHomeTexts()
  const { label, isOffered, names } = props
  if (names.length === 0) return null
  const Sign = isOffered ? Check : Minus
  return (
    <section className={styles.capabilities} aria-label={label} data-offered={isOffered}>
      <h3>{label}</h3>
      <ul>
        {names.map((name) => (
          <li key={name} title={name}>
            <Sign size={13} aria-hidden />
            {Object.hasOwn(CAPABILITY_KEYS, name) ? t(CAPABILITY_KEYS[name as Known]) : <code>{name}</code>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the server offers and what it does not, in words; a name of the game's own stands as it is. */
export function Capabilities({ offered }: { offered: readonly string[] }): ReactNode {
  const t = useHomeTexts()
  const own = offered.filter((name) => !Object.hasOwn(CAPABILITY_KEYS, name))
  const known = (isOffered: boolean) => KNOWN.filter((name) => offered.includes(name) === isOffered)
  return (
    <div className={styles.offers}>
      <CapabilityRow label={t('server.offered')} isOffered names={[...known(true), ...own]} />
      <CapabilityRow label={t('server.notOffered')} isOffered={false} names={known(false)} />
    </div>
  )
}
