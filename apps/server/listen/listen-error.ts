interface Place {
  port: number
  host: string
  dataDir: string
}

function listenLine(error: NodeJS.ErrnoException, { port, host }: Place): string | null {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is busy. Choose another: QD_PORT=8700 npm start`
    case 'EACCES':
      return `Port ${port} needs more rights. Choose another: QD_PORT=8700 npm start`
    default:
      return `QD_HOST: this machine cannot listen on ${host} (${error.code})`
  }
}

/** One line for a port, an address or a data folder that can't be had, naming the setting; null for other errors. */
export function startFaultLine(error: unknown, place: Place): string | null {
  if (!(error instanceof Error)) return null
  const fault = error as NodeJS.ErrnoException
  if (fault.code === undefined) return null
  if (fault.syscall === 'listen' || fault.syscall === 'getaddrinfo') return listenLine(fault, place)
  if (fault.path?.startsWith(place.dataDir) !== true) return null
  return `QD_DATA_DIR: the data folder ${place.dataDir} cannot be used (${fault.message})`
}
