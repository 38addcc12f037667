#define _GNU_SOURCE
/*
 * The floor of a fan-out: a websocket server that only writes a frame to everybody with send(),
 * one after the other. It lets everybody in and knows nothing of websockets but their first bytes.
 *
 *   cc -O2 -o raw-send raw-send.c && ./raw-send PORT
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS_MAX = 65536, BYTES_MAX = 65536, EVENTS_MAX = 1024 };

static const char UPGRADED[] =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
/* engine.io's open packet, and socket.io's word that the namespace is entered, as frames. */
static const char OPEN[] = "\x81\x03" "0{}";
static const char ENTERED[] = "\x81\x0c" "40/player,{}";
/* What follows is sent to everybody, as it is. */
static const char SAY[] = "42/player,1[\"say\",";

static int clients[CLIENTS_MAX];
static int count = 0;
static char bytes[BYTES_MAX];
static char frame[BYTES_MAX + 4];

static void write_all(int client, const char *what, size_t length) {
  if (send(client, what, length, MSG_NOSIGNAL) != (ssize_t)length) perror("send");
}

/* `text`: of the client's message, behind its head and its empty mask. */
static void say(const char *text, size_t length) {
  size_t head = length < 126 ? 2 : 4;
  frame[0] = (char)0x81;
  frame[1] = (char)(length < 126 ? length : 126);
  if (head == 4) {
    frame[2] = (char)(length >> 8);
    frame[3] = (char)(length & 255);
  }
  memcpy(frame + head, text, length);
  for (int each = 0; each < count; each += 1) write_all(clients[each], frame, head + length);
}

static void hear(int client) {
  ssize_t got = recv(client, bytes, BYTES_MAX - 1, 0);
  if (got <= 0) {
    close(client);
    for (int each = 0; each < count; each += 1)
      if (clients[each] == client) clients[each] = clients[--count];
    return;
  }
  bytes[got] = 0;
  if (strncmp(bytes, "GET ", 4) == 0) {
    write_all(client, UPGRADED, sizeof UPGRADED - 1);
    write_all(client, OPEN, sizeof OPEN - 1);
    return;
  }
  for (ssize_t at = 0; at < got; at += 1) {
    const char *from = bytes + at;
    if (strncmp(from, "40/player,", 10) == 0) {
      clients[count++] = client;
      write_all(client, ENTERED, sizeof ENTERED - 1);
      return;
    }
    if (strncmp(from, SAY, sizeof SAY - 1) == 0) {
      const char *text = from + sizeof SAY - 1;
      say(text, (size_t)(bytes + got - text) - 1);
      return;
    }
  }
}

int main(int argc, char **argv) {
  int yes = 1;
  int server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(argc > 1 ? (unsigned short)atoi(argv[1]) : 0),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(server, (struct sockaddr *)&address, sizeof address) || listen(server, 4096)) {
    perror("listen");
    return 1;
  }
  int poll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = server}, ready[EVENTS_MAX];
  epoll_ctl(poll, EPOLL_CTL_ADD, server, &event);
  for (;;) {
    int n = epoll_wait(poll, ready, EVENTS_MAX, -1);
    for (int each = 0; each < n; each += 1) {
      int from = ready[each].data.fd;
      if (from != server) {
        hear(from);
        continue;
      }
      int client;
      while ((client = accept4(server, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        struct epoll_event heard = {.events = EPOLLIN, .data.fd = client};
        epoll_ctl(poll, EPOLL_CTL_ADD, client, &heard);
      }
    }
  }
}
