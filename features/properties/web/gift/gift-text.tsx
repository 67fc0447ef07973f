import { parseGift } from '@qd/gift-content'
import { useTexts } from '@qd/web-base'
import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { ItemNames } from '../use-item-names.ts'
import styles from './gift.module.css'

/** The gift as `propId,num|propId,num`; what is wrong is listed with its place, and a click leads there. */
export function GiftText(props: {
  text: string
  items: ItemNames
  isDisabled?: boolean | undefined
  onChange: (text: string) => void
}): ReactNode {
  const t = useTexts('properties')
  const input = useRef<TextAreaRef>(null)
  const read = parseGift(props.text, { isKnown: props.items.isKnown })
  const faults = read.ok ? [] : read.faults
  const show = (at: number, end: number) => {
    const area = input.current?.resizableTextArea?.textArea
    area?.focus()
    area?.setSelectionRange(at, Math.max(end, at + 1))
  }
  return (
    <>
      <Input.TextArea
        ref={input}
        className={styles.text}
        aria-label={t('gift.text')}
        aria-invalid={faults.length > 0}
        autoSize={{ minRows: 2, maxRows: 8 }}
        spellCheck={false}
        disabled={props.isDisabled === true}
        placeholder="10001,5|10002,1"
        value={props.text}
        onChange={({ target }) => props.onChange(target.value)}
      />
      {faults.length === 0 ? null : (
        <ul className={styles.faults} role="alert">
          {faults.map(({ at, end, rule, part }) => (
            <li key={`${at}/${rule}/${part}`}>
              <button type="button" onClick={() => show(at, end)}>
                {t('gift.at', {
                  place: at + 1,
                  text: props.text.slice(at, end) || '∅',
                  rule: t(`gift.rule.${rule}`),
                })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
