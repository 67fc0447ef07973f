/** One line for a port that is taken, naming the setting; null when the error is another. */
export function busyPortLine(error: unknown, port: number): string | null {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${port} is busy. Choose another: QD_PORT=8700 npm start`
  if (code === 'EACCES') return `Port ${port} needs more rights. Choose another: QD_PORT=8700 npm start`
  return null
}
