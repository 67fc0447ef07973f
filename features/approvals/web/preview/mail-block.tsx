import { filledParts, languageName, languageTag } from '@qd/i18n'
import { currentLanguage, formatQuantity } from '@qd/web-base'
import { IconButton, SegmentedControl } from '@qd/web-controls'
import { ChevronLeft, ChevronRight, Gift } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { momentText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import { Differs } from './differs.tsx'
import type { Marks } from './differs.tsx'
import type { BlockOf } from './preview-block.tsx'
import styles from './mail-block.module.css'

/** The text with its variables filled in, each marked. */
function Filled({ text, values }: { text: string; values: Readonly<Record<string, string>> }): ReactNode {
  return filledParts(text, values).map(({ value, kind }, index) =>
    kind === 'filled' ? <mark key={index}>{value}</mark> : value,
  )
}

/** A mail as the player sees it, in each of its languages and for each sampled player. */
export function MailBlock({ block, marks }: { block: BlockOf<'mail'>; marks: Marks }): ReactNode {
  const t = useApprovalsTexts()
  const languages = Object.keys(block.texts)
  const isMarked = (each: string) => marks.has(`title.${each}`) || marks.has(`body.${each}`)
  // Where texts are compared, one that differs comes first.
  const own =
    languages.find(isMarked) ?? languages.find((each) => each === currentLanguage()) ?? languages[0] ?? ''
  const [language, setLanguage] = useState(own)
  const [at, setAt] = useState(0)
  const text = block.texts[language] ?? { title: '', body: '' }
  const values = block.vars[at] ?? {}
  return (
    <div className={styles.place}>
      {languages.length < 2 ? null : (
        <div className={styles.languages}>
          <SegmentedControl
            label={t('mail.language')}
            value={language}
            segments={languages.map((value) => ({
              value,
              label: isMarked(value) ? `${languageName(value)} *` : languageName(value),
            }))}
            onChange={setLanguage}
          />
        </div>
      )}
      <article className={styles.mail} lang={languageTag(language)}>
        <h4 data-differs={marks.has(`title.${language}`)}>
          <Filled text={text.title} values={values} />
          <Differs marks={marks} of={`title.${language}`} />
        </h4>
        <p className={styles.from} data-differs={marks.has('from')}>
          {block.sender}
          <Differs marks={marks} of="from" />
          {block.expireAt === null ? null : (
            <span>{t('mail.expires', { at: momentText(block.expireAt) })}</span>
          )}
        </p>
        <p className={styles.body} data-differs={marks.has(`body.${language}`)}>
          <Filled text={text.body} values={values} />
          <Differs marks={marks} of={`body.${language}`} />
        </p>
        <ul className={styles.attach}>
          {block.attach.map(({ number, name, quantity }) => (
            <li key={number} title={`${name} (${number})`} data-differs={marks.has(`attach.${number}`)}>
              <Gift size={18} aria-hidden />
              <span>{name}</span>
              <b>{formatQuantity(quantity)}</b>
              <Differs marks={marks} of={`attach.${number}`} />
            </li>
          ))}
        </ul>
      </article>
      {block.vars.length < 2 ? null : (
        <p className={styles.steps}>
          <IconButton label={t('mail.previous')} disabled={at === 0} onClick={() => setAt(at - 1)}>
            <ChevronLeft size={14} aria-hidden />
          </IconButton>
          {t('mail.reader', { at: at + 1, of: block.vars.length })}
          <IconButton
            label={t('mail.next')}
            disabled={at === block.vars.length - 1}
            onClick={() => setAt(at + 1)}
          >
            <ChevronRight size={14} aria-hidden />
          </IconButton>
        </p>
      )}
    </div>
  )
}
