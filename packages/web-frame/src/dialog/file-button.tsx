import { FILE_LIMIT_BYTES } from '@qd/contract-kit'
import { Button } from 'antd'
import type { ButtonProps } from 'antd'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { alertBox } from './alert-box.tsx'
import { kitText } from '@qd/web-base'

export interface FileButtonProps extends Pick<ButtonProps, 'size' | 'loading' | 'icon'> {
  label: string
  /** As of an input: `.csv,text/csv`. */
  accept: string
  /** Largest file in bytes where it is sent in parts; default S5.02. */
  mostBytes?: number
  /** Several may be chosen at once; each is taken by itself, in their order. */
  isMultiple?: boolean
  /** Takes the chosen file; one beyond the limit never comes here. */
  onFile: (file: File) => unknown
  /** Has the focus when its dialog opens. */
  isFirst?: boolean
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '')
}

async function take(file: File, mostBytes: number, onFile: FileButtonProps['onFile']): Promise<void> {
  const { name, size } = file
  if (size > mostBytes) {
    const values = { name, size: megabytes(size), limit: megabytes(mostBytes) }
    return alertBox(undefined, kitText('file.tooLarge', values))
  }
  try {
    await onFile(file)
  } catch (error) {
    // The browser may no longer read what was moved, changed or locked since it was chosen.
    if (!(error instanceof DOMException)) throw error
    alertBox(undefined, kitText('file.unreadable', { name }))
  }
}

async function takeAll(files: readonly File[], mostBytes: number, onFile: FileButtonProps['onFile']) {
  for (const file of files) await take(file, mostBytes, onFile)
}

/** The button that chooses a file: every file people give comes through here, and none beyond its limit is read. */
export function FileButton(props: FileButtonProps): ReactNode {
  const { label, accept, onFile, isFirst, isMultiple, mostBytes = FILE_LIMIT_BYTES, ...look } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        icon={<Upload size={look.size === 'small' ? 13 : 15} aria-hidden />}
        {...look}
        data-first-focus={isFirst === true ? '' : undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        // The styles of forms show hidden file inputs.
        style={{ display: 'none' }}
        accept={accept}
        multiple={isMultiple}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file can be chosen again.
          target.value = ''
          void takeAll(files, mostBytes, onFile)
        }}
      />
    </>
  )
}
