import { z } from '@qd/contract-kit'
import { useScope } from '@qd/web-calls'
import { IconButton, TimePicker } from '@qd/web-controls'
import { InputNumber, Select } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import {
  codeLimit,
  LIMIT_NAMES,
  RANGE_ATTRIBUTES,
  TEXT_ATTRIBUTES,
  TIME_ATTRIBUTES,
} from '../../contract/index.ts'
import type { CodeLimit, LimitCode } from '../../contract/index.ts'
import { Field } from '../parts/field.tsx'
import styles from '../parts/parts.module.css'
import { useLimitText } from '../parts/use-limit-text.ts'
import { useCodesTexts } from '../texts.ts'

const FRESH: { readonly [Code in LimitCode]: Extract<CodeLimit, { typeCode: { code: Code } }>['content'] } = {
  0: [],
  1: { of: 'language', match: 'equals', values: [] },
  2: { owns: 'any', numbers: [] },
  3: { of: 'registered', from: null, to: null },
  4: { of: 'level', min: null, max: null },
}

/** A limit of a kind with nothing in it yet. */
export function freshLimit(code: LimitCode): CodeLimit {
  return { typeCode: { code, name: LIMIT_NAMES[code] }, content: FRESH[code] } as CodeLimit
}

interface LimitProps {
  limit: CodeLimit
  onChange: (limit: CodeLimit) => void
  onRemove: () => void
}

interface ListProps {
  label: string
  value: string[]
  onChange: (value: string[]) => void
}

/** Words typed or pasted one after the other. */
function List({ label, value, onChange }: ListProps): ReactNode {
  return (
    <Field label={label}>
      <Select
        mode="tags"
        aria-label={label}
        value={value}
        tokenSeparators={[',', '，', ' ']}
        open={false}
        suffixIcon={null}
        onChange={(next: string[]) => onChange(next)}
      />
    </Field>
  )
}

/** Channels of the line by name; others by their code. */
function Channels({ label, value, onChange }: ListProps): ReactNode {
  const channels = useScope((state) => state.channels)
  return (
    <Field label={label}>
      <Select
        mode="tags"
        aria-label={label}
        value={value}
        tokenSeparators={[',', '，', ' ']}
        options={channels.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(next: string[]) => onChange(next)}
      />
    </Field>
  )
}

/** The number of an item; what is none is not taken. */
const isItem = (text: string) => /^\d{1,19}$/.test(text)

type ContentOf<Code extends LimitCode> = Extract<CodeLimit, { typeCode: { code: Code } }>['content']
interface ContentProps<Code extends LimitCode> {
  content: ContentOf<Code>
  set: (content: ContentOf<Code>) => void
}

function TextContent({ content, set }: ContentProps<1>): ReactNode {
  const t = useCodesTexts()
  return (
    <>
      <div className={styles.row}>
        <Field label={t('limit.of')}>
          <Select
            value={content.of}
            options={TEXT_ATTRIBUTES.map((value) => ({ value, label: t(`attribute.${value}`) }))}
            onChange={(of) => set({ ...content, of })}
          />
        </Field>
        <Field label={t('limit.match')}>
          <Select
            value={content.match}
            options={(['equals', 'prefix'] as const).map((value) => ({ value, label: t(`limit.${value}`) }))}
            onChange={(match) => set({ ...content, match })}
          />
        </Field>
      </div>
      <List
        label={t('limit.values')}
        value={content.values}
        onChange={(values) => set({ ...content, values })}
      />
    </>
  )
}

function ItemContent({ content, set }: ContentProps<2>): ReactNode {
  const t = useCodesTexts()
  return (
    <>
      <Field label={t('limit.owns')}>
        <Select
          value={content.owns}
          options={(['all', 'any', 'none'] as const).map((value) => ({ value, label: t(`owns.${value}`) }))}
          onChange={(owns) => set({ ...content, owns })}
        />
      </Field>
      <List
        label={t('limit.items')}
        value={content.numbers}
        onChange={(numbers) => set({ ...content, numbers: numbers.filter(isItem) })}
      />
    </>
  )
}

function TimeContent({ content, set }: ContentProps<3>): ReactNode {
  const t = useCodesTexts()
  return (
    <div className={styles.row}>
      <Field label={t('limit.of')}>
        <Select
          value={content.of}
          options={TIME_ATTRIBUTES.map((value) => ({ value, label: t(`attribute.${value}`) }))}
          onChange={(of) => set({ ...content, of })}
        />
      </Field>
      <Field label={t('limit.from')}>
        <TimePicker
          label={t('limit.from')}
          value={content.from}
          onChange={(from) => set({ ...content, from })}
        />
      </Field>
      <Field label={t('limit.to')}>
        <TimePicker label={t('limit.to')} value={content.to} onChange={(to) => set({ ...content, to })} />
      </Field>
    </div>
  )
}

function RangeContent({ content, set }: ContentProps<4>): ReactNode {
  const t = useCodesTexts()
  return (
    <div className={styles.row}>
      <Field label={t('limit.of')}>
        <Select
          value={content.of}
          options={RANGE_ATTRIBUTES.map((value) => ({ value, label: t(`attribute.${value}`) }))}
          onChange={(of) => set({ ...content, of })}
        />
      </Field>
      <Field label={t('limit.min')}>
        <InputNumber
          aria-label={t('limit.min')}
          min={0}
          precision={0}
          value={content.min}
          onChange={(min) => set({ ...content, min })}
        />
      </Field>
      <Field label={t('limit.max')}>
        <InputNumber
          aria-label={t('limit.max')}
          min={0}
          precision={0}
          value={content.max}
          onChange={(max) => set({ ...content, max })}
        />
      </Field>
    </div>
  )
}

function Content({ limit, onChange }: Omit<LimitProps, 'onRemove'>): ReactNode {
  const t = useCodesTexts()
  const set = (content: CodeLimit['content']) => onChange({ ...limit, content } as CodeLimit)
  switch (limit.typeCode.code) {
    case 0:
      return <Channels label={t('limit.channels')} value={limit.content as string[]} onChange={set} />
    case 1:
      return <TextContent content={limit.content as ContentOf<1>} set={set} />
    case 2:
      return <ItemContent content={limit.content as ContentOf<2>} set={set} />
    case 3:
      return <TimeContent content={limit.content as ContentOf<3>} set={set} />
    case 4:
      return <RangeContent content={limit.content as ContentOf<4>} set={set} />
  }
}

/** One limit with the inputs of its kind. */
export function LimitEditor({ limit, onChange, onRemove }: LimitProps): ReactNode {
  const t = useCodesTexts()
  const { label, text: bound } = useLimitText()(limit)
  const isWhole = z.safeParse(codeLimit, limit).success
  // A limit that was just added lacks everything: that is no fault before somebody leaves it so.
  const [isLeft, setLeft] = useState(false)
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Lists that open from an input stand outside the section, and come without a new focus.
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setLeft(true)
  }
  const text = `${label} · ${bound}`
  return (
    <section className={styles.limit} onBlur={leave}>
      <div className={styles.limitHead}>
        <b>{t(`limit.${limit.typeCode.code}`)}</b>
        <IconButton label={t('limit.remove')} onClick={onRemove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      <Content limit={limit} onChange={onChange} />
      <p role="status" className={!isWhole && isLeft ? styles.fault : styles.limitText}>
        {isWhole ? text : t('limit.incomplete')}
      </p>
    </section>
  )
}
