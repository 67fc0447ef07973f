import { z } from '@qd/contract-kit'
import { MenuButton } from '@qd/web-controls'
import { Form, FormActions, NumberField, SelectField, useZodForm } from '@qd/web-forms'
import { openDialog } from '@qd/web-frame'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TtlFilter } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import type { RedisTexts } from '../texts.ts'
import type { KeySession } from './key-session.ts'
import { useKeys } from './key-sessions.ts'
import styles from './keys.module.css'
import { TTL_UNITS, ttlOf } from './ttl-units.ts'
import type { TtlUnit } from './ttl-units.ts'

/** Offered without a question. */
const USUAL = [
  { amount: 60, unit: 's' },
  { amount: 10, unit: 'm' },
  { amount: 1, unit: 'h' },
  { amount: 24, unit: 'h' },
] as const satisfies readonly { amount: number; unit: TtlUnit }[]

const MOST_SECONDS = 3_153_600_000
const schema = z.object({
  amount: z.int().check(z.gte(1), z.lte(MOST_SECONDS)),
  unit: z.enum(TTL_UNITS),
})
type Wanted = z.output<typeof schema>

const secondsOf = (wanted: Wanted): number => Math.min(MOST_SECONDS, ttlOf(wanted) / 1_000)

/** `≤ 10m`: in the largest unit that is whole. */
function shortText(seconds: number): string {
  const unit = TTL_UNITS.toReversed().find((each) => seconds % secondsOf({ amount: 1, unit: each }) === 0)
  return `≤ ${seconds / secondsOf({ amount: 1, unit: unit ?? 's' })}${unit ?? 's'}`
}

/** What a filter is called. */
export function timeName(t: RedisTexts, ttl: TtlFilter | null): string {
  if (ttl === null) return t('keys.time.any')
  return ttl.kind === 'within' ? shortText(ttl.seconds) : t(`keys.time.${ttl.kind}`)
}

function WithinForm(props: { onSet: (ttl: TtlFilter) => void; onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const form = useZodForm({
    schema,
    initial: { amount: 30, unit: 'm' as const },
    send: async (wanted: Wanted) => secondsOf(wanted),
    onSent: (seconds) => {
      props.onSet({ kind: 'within', seconds })
      props.onClose()
    },
  })
  return (
    <Form form={form}>
      <div className={styles.pair}>
        <NumberField name="amount" label={t('keys.time.within')} />
        <SelectField
          name="unit"
          label={t('keys.create.unit')}
          options={TTL_UNITS.map((value) => ({ value, label: t(`keys.unit.${value}`) }))}
        />
      </div>
      <p className={styles.hint}>{t('keys.time.hint')}</p>
      <FormActions submitLabel={t('keys.time.show')} onCancel={props.onClose} />
    </Form>
  )
}

/** Which keys are looked for, by the time they have left. */
export function TimeFilter({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const ttl = useKeys(session, ({ params }) => params.ttl)
  const pick = (next: TtlFilter | null): void => void session.scan({ ttl: next })
  const item = (key: string, next: TtlFilter | null, label = timeName(t, next)) => ({
    key,
    label,
    isChosen: JSON.stringify(next) === JSON.stringify(ttl),
    onSelect: () => pick(next),
  })
  const ask = (): void => {
    openDialog(({ close }) => <WithinForm onSet={pick} onClose={close} />, {
      title: redisText('keys.time.ask'),
      width: 400,
    })
  }
  return (
    <MenuButton
      label={ttl === null ? t('keys.time.label') : `${t('keys.time.label')}: ${timeName(t, ttl)}`}
      items={[
        item('any', null),
        item('none', { kind: 'none' }),
        item('some', { kind: 'some' }),
        ...USUAL.map((each, at) => ({
          ...item(
            `within ${at}`,
            { kind: 'within', seconds: secondsOf(each) },
            t('keys.time.withinThis', { amount: each.amount, unit: t(`keys.unit.${each.unit}`) }),
          ),
          isSeparated: at === 0,
        })),
        { key: 'ask', label: t('keys.time.other'), onSelect: ask },
      ]}
    >
      <span className={styles.typeFilter} data-on={ttl !== null}>
        {ttl === null ? t('keys.time.short') : timeName(t, ttl)}
        <ChevronDown size={12} aria-hidden />
      </span>
    </MenuButton>
  )
}
