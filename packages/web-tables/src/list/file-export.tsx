import { isCallError, useKitText } from '@qd/web-base'
import { MenuButton } from '@qd/web-controls'
import { toast } from '@qd/web-frame'
import { Button } from 'antd'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

export type FileFormat = 'csv' | 'jsonl'

export interface FileExportProps {
  label: string
  /** What the button shows. */
  children: ReactNode
  isSmall?: boolean
  /** Fetches the file and saves it; its call tells its failures. */
  save: (format: FileFormat, signal: AbortSignal) => Promise<void>
}

/** Everything a filter finds, as a file the server makes; meanwhile the button gives it up. */
export function FileExport({ label, children, isSmall = false, save }: FileExportProps): ReactNode {
  const t = useKitText()
  const [running, setRunning] = useState<AbortController | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const start = async (format: FileFormat) => {
    const aborter = new AbortController()
    current.current = aborter
    setRunning(aborter)
    try {
      await save(format, aborter.signal)
      toast.success(t('table.fileDone'))
    } catch (error) {
      if (!isCallError(error)) throw error
    } finally {
      setRunning(null)
    }
  }
  if (running !== null) {
    return (
      // Not as loading: such a button takes no press.
      <Button
        size={isSmall ? 'small' : 'middle'}
        icon={<LoaderCircle size={14} className="qd-turning" aria-hidden />}
        onClick={() => running.abort()}
      >
        {t('table.fileStop')}
      </Button>
    )
  }
  const item = (format: FileFormat, text: string) => ({
    key: format,
    label: text,
    onSelect: () => void start(format),
  })
  return (
    <MenuButton label={label} items={[item('csv', t('table.fileCsv')), item('jsonl', t('table.fileJsonl'))]}>
      {children}
    </MenuButton>
  )
}
