import pg from 'pg';

const CONNECT_MS = 10_000;
const AGAIN_MS = 1_000;
/** A listener asks nothing: only a sign of life shows that its server has been cut off. */
const SILENT_MS = 10_000;

type Listener = {
  /** Calls back on every NOTIFY of the channel. Rejects when the first connection cannot be made. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
};

/**
 * Listens to PostgreSQL's notifications on one connection for all channels, and on a new one when that is lost. What was
 * missed meanwhile is told as one call for each channel.
 */
export function createListener(url: string): Listener {
  const channels = new Map<string, Array<(payload: string) => void>>();
  let connection: Promise<pg.Client> | null = null;
  let again: NodeJS.Timeout | undefined;
  let closed = false;

  function notify(channel: string, payload: string) {
    for (const callBack of channels.get(channel) ?? []) callBack(payload);
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENT_MS,
      connectionTimeoutMillis: CONNECT_MS,
    });
    client.on('error', () => {
      // 'end' follows.
    });
    client.on('notification', ({ channel, payload }) => notify(channel, payload ?? ''));
    // Comes once for each client, also for one that could never connect: nothing else begins the next attempt.
    client.once('end', () => {
      connection = null;
      if (!closed) again = setTimeout(reconnect, AGAIN_MS).unref();
    });
    await client.connect();
    for (const channel of channels.keys()) await subscribe(client, channel);
    return client;
  }

  async function reconnect() {
    connection = connect();
    await connection.then(
      () => {
        for (const channel of channels.keys()) notify(channel, '');
      },
      () => {},
    );
  }

  return {
    async listen(channel, onNotification) {
      channels.set(channel, [...(channels.get(channel) ?? []), onNotification]);
      if (connection) return subscribe(await connection, channel);
      connection = connect();
      await connection;
    },
    async close() {
      closed = true;
      clearTimeout(again);
      await connection?.then(
        (client) => client.end(),
        () => {},
      );
    },
  };
}

/** A connection that does not listen is of no use: it ends. */
async function subscribe(client: pg.Client, channel: string) {
  try {
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}
