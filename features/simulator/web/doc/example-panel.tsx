import type { ProtoSchema } from '@qd/proto-wire'
import { hexOf } from '@qd/proto-wire'
import { Panel } from '@qd/web-controls'
import { CopyButton, EmptyState } from '@qd/web-frame'
import { FlaskConical } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { DOC_COLOURS, docExampleOf, tonesOf } from '../../contract/index.ts'
import type { DocExample, DocMessage } from '../../contract/index.ts'
import { hexPairs } from '../hex/hex-text.ts'
import { useSimulatorTexts } from '../texts.ts'
import styles from './example-panel.module.css'
import { jsonLines } from './json-lines.ts'

interface Shown {
  example: DocExample
  message: DocMessage
  tones: ReadonlyMap<string, number>
  lit: string
  onPoint: (field: string) => void
}

function JsonView({ example, message, tones, lit, onPoint }: Shown): ReactNode {
  return (
    <pre className={styles.code}>
      {jsonLines(example.json).map((line, index) => {
        const comment = line.isFirst ? message.type.byName.get(line.field)?.comment.split('\n')[0] : ''
        return (
          <div
            // eslint-disable-next-line react/no-array-index-key -- lines have no other name
            key={index}
            className={styles.line}
            data-lit={line.field !== '' && line.field === lit}
            onMouseEnter={() => onPoint(line.field)}
          >
            <span data-tone={tones.get(line.field)}>{line.text}</span>
            {comment === '' || comment === undefined ? null : <i>{comment}</i>}
          </div>
        )
      })}
    </pre>
  )
}

function HexBytes({ example, tones, lit, onPoint }: Shown): ReactNode {
  return (
    <pre className={styles.code}>
      <span className={styles.bytes}>
        {example.parts.map(({ name, from, to }) => (
          <span
            key={from}
            data-tone={tones.get(name)}
            data-lit={name === lit}
            title={`${name} ${from}–${to}`}
            onMouseEnter={() => onPoint(name)}
          >
            {hexPairs(example.bytes.subarray(from, to)).join(' ')}
          </span>
        ))}
      </span>
    </pre>
  )
}

function Legend({ tones, lit, onPoint }: Omit<Shown, 'example' | 'message'>): ReactNode {
  return (
    <ul className={styles.legend}>
      {[...tones].map(([name, tone]) => (
        <li key={name} data-tone={tone} data-lit={name === lit} onMouseEnter={() => onPoint(name)}>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** What the message looks like: JSON with a value in each field, and its bytes in the colours of the fields. */
export function ExamplePanel({ schema, message }: { schema: ProtoSchema; message: DocMessage }): ReactNode {
  const t = useSimulatorTexts()
  const [lit, setLit] = useState('')
  const { fullName } = message.type
  const example = useMemo(() => docExampleOf(schema, fullName), [schema, fullName])
  const tones = useMemo(
    () =>
      tonesOf(
        (example?.parts ?? []).map(({ name }) => name),
        DOC_COLOURS,
      ),
    [example],
  )
  const shown = example === null ? null : { example, message, tones, lit, onPoint: setLit }
  const text = example === null ? '' : JSON.stringify(example.json, null, 2)
  return (
    <Panel
      className={styles.panel ?? ''}
      title={`${t('doc.example')} · ${message.name}`}
      icon={<FlaskConical size={15} aria-hidden />}
      count={example === null ? undefined : t('doc.byteCount', { n: example.bytes.length })}
      actions={example === null ? undefined : <CopyButton text={text} label={t('doc.copyJson')} />}
    >
      {shown === null ? (
        <EmptyState title={t('doc.noExample')} />
      ) : (
        <div onMouseLeave={() => setLit('')}>
          <JsonView {...shown} />
          {shown.example.bytes.length === 0 ? null : (
            <div className={styles.hex}>
              <h3>
                {t('doc.bytes')}
                <CopyButton text={hexOf(shown.example.bytes)} label={t('doc.copyHex')} />
              </h3>
              <HexBytes {...shown} />
              <Legend tones={tones} lit={lit} onPoint={setLit} />
            </div>
          )}
        </div>
      )}
    </Panel>
  )
}
