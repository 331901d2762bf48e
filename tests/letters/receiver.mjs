// A mail server and a mail parser, both third-party: accepts letters and returns how each one reads.
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** RFC 5322: the longest line without its end. */
const LONGEST_LINE = 998;

/** Properties for which a mail server may refuse a letter. */
function faults(raw) {
  const lines = raw.toString('latin1').split('\r\n');
  const found = [];
  if (lines.some((one) => one.length > LONGEST_LINE)) found.push('a line is too long');
  if (lines.some((one) => /[\r\n]/.test(one))) found.push('a line ends in half a line break');
  if (raw.some((byte) => byte > 0x7f || byte === 0)) found.push('it needs more than seven bits');
  return found;
}

const base64 = (content) => Buffer.from(content).toString('base64');

/** The HTML with its pictures inlined, as a mail program shows it. */
const page = ({ html, attachments }) =>
  attachments.reduce(
    (text, { contentId, mimeType, content }) =>
      text.replaceAll(`cid:${contentId?.replace(/[<>]/g, '')}`, `data:${mimeType};base64,${base64(content)}`),
    html ?? '',
  );

async function read(raw, envelope) {
  const letter = await PostalMime.parse(raw);
  return {
    faults: faults(raw),
    name: letter.messageId?.replace(/^<|@.*$/g, '') ?? '',
    to: envelope.rcptTo.map(({ address }) => address),
    subject: letter.subject,
    text: letter.text,
    html: page(letter),
    pictures: letter.attachments.map(
      ({ mimeType, disposition, related }) => `${mimeType} ${disposition}${related ? ' related' : ''}`,
    ),
  };
}

/** A server on a free port of this machine that knows neither 8BITMIME nor SMTPUTF8: `{ port, letters, close }`. */
export async function receiver() {
  const letters = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    hide8BITMIME: true,
    hideSMTPUTF8: true,
    onData(stream, session, done) {
      const chunks = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        letters.push(read(Buffer.concat(chunks), session.envelope));
        done();
      });
    },
  });
  await new Promise((ready, failed) => {
    server.on('error', failed);
    server.listen(0, '127.0.0.1', ready);
  });
  const close = () => new Promise((closed) => server.close(closed));
  return { port: server.server.address().port, letters: () => Promise.all(letters), close };
}
