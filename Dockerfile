# The grader in a container:
#   docker build -t noughts .
#   docker run --rm -v "$PWD:/work" noughts grade submissions/ --html report.html
# docs/grading.md says what the container must be allowed for the sandbox, and what happens without.
FROM python:3.12-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ make && rm -rf /var/lib/apt/lists/*
COPY pyproject.toml CMakeLists.txt README.md LICENSE /source/
COPY core /source/core
COPY src /source/src
RUN pip wheel --no-cache-dir --wheel-dir /wheels /source

FROM python:3.12-slim-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels noughts && rm -rf /wheels
ENV XDG_STATE_HOME=/tmp
WORKDIR /work
ENTRYPOINT ["noughts"]
CMD ["grade", "--help"]
