// The yardstick of downloads: Node's own server, streaming the file that it is started with.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

const file = process.argv[2] ?? '';
const { size } = statSync(file);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
  pipeline(createReadStream(file), response, () => {});
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`bare server is open at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
